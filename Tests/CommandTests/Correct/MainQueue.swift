import Dispatch

/// Work in the background, its result shown on the main queue, which alone touches the screen.
final class Screen {
    private(set) var lines: [String] = []

    func show(_ line: String) {
        dispatchPrecondition(condition: .onQueue(.main))
        lines.append(line)
    }
}

let screen = Screen()

func load(_ name: String) {
    DispatchQueue.global(qos: .userInitiated).async {
        let text = "loaded \(name)"
        DispatchQueue.main.async { screen.show(text) }
    }
}

func scenario() {
    screen.show("loading")
    load("a")
    load("b")
}

func outcome() -> [String] { screen.lines.sorted() }

func allowed(_ lines: [String]) -> Bool { lines == ["loaded a", "loaded b", "loading"] }
