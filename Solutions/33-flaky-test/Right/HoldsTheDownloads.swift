// Real tasks. Each download waits until the test lets it go on, so the test decides the order.
import Synchronization

typealias Download = @Sendable (_ name: String) async throws -> String

typealias Background = @Sendable (_ work: @escaping @Sendable () async -> Void) -> Void

typealias Show = @Sendable (_ photos: [String]) -> Void

typealias LoadPhotos =
    @Sendable (
        _ names: [String], _ download: @escaping Download, _ background: @escaping Background, _ show: @escaping Show
    ) -> Void

struct TestFailed: Error {
    var message: String
}

final class Screen: Sendable {
    private let calls = Mutex<[[String]]>([])

    var shown: [[String]] { calls.withLock { $0 } }

    func show(_ photos: [String]) { calls.withLock { $0.append(photos) } }
}

final class Started: Sendable {
    private let all = Mutex<[Task<Void, Never>]>([])
    var tasks: [Task<Void, Never>] { all.withLock { $0 } }
    func start(_ work: @escaping @Sendable () async -> Void) {
        let task = Task { await work() }
        all.withLock { $0.append(task) }
    }
}

func testLoadPhotos(_ loadPhotos: @escaping LoadPhotos) async throws {
    let names = ["cat", "fox"]
    for order in [[0, 1], [1, 0]] {
        let screen = Screen(), started = Started()
        let holds = names.map { _ in AsyncStream<Void>.makeStream() }
        let download: Download = { name in
            for await _ in holds[name == "cat" ? 0 : 1].stream {}
            if name == "fox" { throw TestFailed(message: "no fox") }
            return "photo of \(name)"
        }
        loadPhotos(names, download, { started.start($0) }, { screen.show($0) })
        guard started.tasks.count == 2 else { throw TestFailed(message: "There are \(started.tasks.count) tasks.") }
        for number in order {
            guard screen.shown.isEmpty else { throw TestFailed(message: "shown too early") }
            holds[number].continuation.finish()
            await started.tasks[number].value
        }
        guard screen.shown == [["photo of cat", "no photo"]] else { throw TestFailed(message: "\(screen.shown)") }
    }
}
