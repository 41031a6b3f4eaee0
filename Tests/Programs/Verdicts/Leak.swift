func load(_ name: String, completion: (String) -> Void) {
    if name != "unknown" { completion(name) }
}

func scenario() {
    Task {
        await withCheckedContinuation { continuation in
            load("unknown") { _ in continuation.resume() }
        }
    }
}
