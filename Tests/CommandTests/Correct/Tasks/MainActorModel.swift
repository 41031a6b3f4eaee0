/// What is shown belongs to the main actor; the work is done elsewhere.
@MainActor
final class Model {
    private(set) var lines: [String] = []
    func show(_ line: String) { lines.append(line) }
}

func load(_ name: String) async -> String { "loaded \(name)" }

func scenario() async -> [String] {
    let model = await Model()
    await withTaskGroup(of: Void.self) { group in
        for name in ["a", "b"] {
            group.addTask { await model.show(await load(name)) }
        }
    }
    return await model.lines.sorted()
}

func allowed(_ lines: [String]) -> Bool { lines == ["loaded a", "loaded b"] }
