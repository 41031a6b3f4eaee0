import Dispatch

/// Saves a moment after the last change: each change begins a new moment, and an outdated one does nothing.
final class Document {
    private let queue = DispatchQueue(label: "document")
    private var text = ""
    private var version = 0
    private(set) var saved: [String] = []

    func change(to text: String) {
        queue.async {
            self.text = text
            self.version += 1
            let version = self.version
            self.queue.asyncAfter(deadline: .now() + .milliseconds(300)) { self.save(version) }
        }
    }

    private func save(_ version: Int) {
        dispatchPrecondition(condition: .onQueue(queue))
        if version == self.version { saved.append(text) }
    }
}

let document = Document()

func scenario() {
    document.change(to: "a")
    document.change(to: "ab")
}

func outcome() -> [String] { document.saved }

func allowed(_ saved: [String]) -> Bool { saved.last == "ab" && saved.count <= 2 }
