func load(_ name: String, completion: (String?) -> Void) {
    completion(name == "unknown" ? nil : name)
}

func scenario() {
    Task {
        await withCheckedContinuation { continuation in
            load("unknown") { _ in continuation.resume() }
        }
    }
}
