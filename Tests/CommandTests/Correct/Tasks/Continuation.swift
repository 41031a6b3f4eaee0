import Dispatch

/// A callback becomes something that can be awaited; it is called exactly once.
func download(_ name: String, completion: @escaping @Sendable (String) -> Void) {
    DispatchQueue.global().async { completion("contents of \(name)") }
}

func contents(of name: String) async -> String {
    await withCheckedContinuation { continuation in
        download(name) { continuation.resume(returning: $0) }
    }
}

func scenario() async -> String { await contents(of: "a") }

func allowed(_ text: String) -> Bool { text == "contents of a" }
