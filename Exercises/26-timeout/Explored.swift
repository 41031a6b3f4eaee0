import Synchronization

// The explorer calls these functions under every interleaving.

/// The server answers while the limit ends.
func bothEnd() async -> String {
    let call = Task { try await answer(within: limit, sleep: { _ in }) { "photo" } }
    return await words(call, ["the answer came", "the timeout came"])
}

/// The server fails while the limit ends.
func errorAndTimeout() async -> String {
    let call = Task { try await answer(within: limit, sleep: { _ in }) { throw ServerError() } }
    return await words(call, ["the server's error came", "the timeout came"])
}

/// The limit ends, and the server answers only after the call has ended.
func slowServer() async -> String {
    let gate = Gate()
    let call = Task {
        try await answer(within: limit, sleep: { _ in }) {
            await gate.pass()
            return "photo"
        }
    }
    let found = await words(call, ["the timeout came"])
    gate.open()
    return found
}

/// The caller is cancelled when the server was asked. It answers only after the call has ended.
func cancelsMeanwhile() async -> String {
    let asked = Gate(), gate = Gate()
    let call = Task {
        try await answer(within: limit, sleep: sleepUntilCancelled) {
            asked.open()
            await gate.pass()
            return "photo"
        }
    }
    await asked.pass()
    call.cancel()
    let found = await words(call, ["the cancellation came"])
    gate.open()
    return found
}

func allowed(_ outcome: String) -> Bool { outcome == right }

private let right = "right"
private let limit = Duration.seconds(30)

private struct ServerError: Error {}

private func words(_ call: Task<String, any Error>, _ possible: [String]) async -> String {
    let found =
        switch await call.result {
        case .success("photo"): "the answer came"
        case .success: "another answer came"
        case .failure(is TimedOut): "the timeout came"
        case .failure(is ServerError): "the server's error came"
        case .failure(is CancellationError): "the cancellation came"
        case .failure: "another error came"
        }
    return possible.contains(found) ? right : "\(found), but it should be that \(possible.joined(separator: ", or "))"
}

private func sleepUntilCancelled(_ duration: Duration) async throws {
    let end = Gate()
    await withTaskCancellationHandler {
        await end.pass()
    } onCancel: {
        end.open()
    }
    throw CancellationError()
}

/// Tasks wait here until it is open. They do not look at a cancellation.
private final class Gate: Sendable {
    private struct State {
        var isOpen = false
        var waiting: [CheckedContinuation<Void, Never>] = []
    }
    private let state = Mutex(State())

    func pass() async {
        await withCheckedContinuation { task in
            let isOpen = state.withLock { state in
                if !state.isOpen { state.waiting.append(task) }
                return state.isOpen
            }
            if isOpen { task.resume() }
        }
    }

    func open() {
        let waiting = state.withLock { state in
            state.isOpen = true
            defer { state.waiting = [] }
            return state.waiting
        }
        for task in waiting { task.resume() }
    }
}
