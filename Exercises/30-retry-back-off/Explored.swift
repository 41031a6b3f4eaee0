import Synchronization

// The explorer calls these functions under every interleaving.

/// The task is cancelled while the server is always overloaded.
func cancelsMeanwhile() async -> String {
    let server = Counter()
    let call = Task {
        try await load(attempts: 3, sleep: { _ in try Task.checkCancellation() }) {
            server.count()
            throw Overloaded(message: "busy")
        }
    }
    call.cancel()
    let result = await call.result
    // The cancellation can come just before a request that was allowed to begin.
    if server.late > 1 { return "\(server.late) requests began in a cancelled task" }
    switch result {
    case .failure(is CancellationError): return right
    case .failure(is Overloaded): return server.all == 3 ? right : "`load` threw `Overloaded` after \(server.all) of 3 requests"
    default: return "a server that is always overloaded gave an answer, or another error"
    }
}

/// The task is cancelled while the server answers.
func cancelsAtTheEnd() async -> String {
    let server = Counter()
    let call = Task {
        try await load(attempts: 3, sleep: { _ in try Task.checkCancellation() }) {
            server.count()
            return "photo"
        }
    }
    call.cancel()
    switch await call.result {
    case .success("photo"): return right
    case .failure(is CancellationError): return server.all == 0 ? right : "the answer was there, and `load` threw a `CancellationError`"
    default: return "the server answered, and `load` ended with another result"
    }
}

/// Two tasks call it at the same time. For each of them, the server is overloaded once.
func twoCalls() async -> String {
    async let one = pauses()
    async let other = pauses()
    let found = [await one, await other]
    return found == [1, 1] ? right : "two calls had one pause each, of \(found[0]) s and \(found[1]) s instead of 1 s"
}

func allowed(_ outcome: String) -> Bool { outcome == right }

private let right = "right"

private func pauses() async -> Int {
    let server = Counter(), pauses = Counter()
    _ = try? await load(attempts: 2, sleep: { pauses.count(Int($0.components.seconds)) }) {
        server.count()
        if server.all == 1 { throw Overloaded(message: "busy") }
        return "photo"
    }
    return pauses.all
}

private final class Counter: Sendable {
    private let sum = Atomic(0), cancelled = Atomic(0)

    var all: Int { sum.load(ordering: .relaxed) }
    /// The calls in a task that was cancelled already.
    var late: Int { cancelled.load(ordering: .relaxed) }

    func count(_ number: Int = 1) {
        sum.add(number, ordering: .relaxed)
        if Task.isCancelled { cancelled.add(1, ordering: .relaxed) }
    }
}
