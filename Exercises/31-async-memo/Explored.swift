import Synchronization

// The explorer calls these functions under every interleaving.

/// Two tasks ask at the same time.
func twoAsk() async -> String {
    let source = Source()
    let memo = Memo(compute: { _ in source.compute() })
    async let one = try? memo.value(for: "a")
    async let other = try? memo.value(for: "a")
    let found = [await one, await other]
    return found == [1, 1] ? right : "two tasks asked for one value, and it was computed \(source.count) times"
}

/// The only task that asks is cancelled, and the computation ends only when it is cancelled.
func cancelsWhileItBegins() async -> String {
    let memo = Memo(compute: { _ in
        let (stream, continuation) = AsyncStream<Never>.makeStream()
        for await _ in stream {}
        continuation.finish()
        throw CancellationError()
    })
    let call = Task { try await memo.value(for: "a") }
    call.cancel()
    if case .failure(is CancellationError) = await call.result { return right }
    return "a task was cancelled while it began to wait, and its call did not throw a `CancellationError`"
}

/// The only task that asks is cancelled while the computation ends.
func cancelsAtTheEnd() async -> String {
    let source = Source()
    let memo = Memo(compute: { _ in source.compute() })
    let call = Task { try await memo.value(for: "a") }
    call.cancel()
    switch await call.result {
    case .success(1): break
    case .failure(is CancellationError): break
    default: return "a task was cancelled while the value came, and got something else"
    }
    let late = [try? await memo.value(for: "a"), try? await memo.value(for: "a")]
    if late.contains(nil) { return "a task was cancelled while the value came, and a later call got an error" }
    return late[0] == late[1] ? right : "a task was cancelled while the value came, and an old result replaced a newer one"
}

/// The first of two tasks is cancelled, and the other one waits for the same value.
func cancelsTheFirst() async -> String {
    let source = Source()
    let memo = Memo(compute: { _ in source.compute() })
    let call = Task { try await memo.value(for: "a") }
    async let other = try? memo.value(for: "a")
    call.cancel()
    _ = await call.result
    return await other == nil ? "one of two tasks was cancelled, and the other one got an error" : right
}

/// `forget` is called while a computation ends.
func forgetsAtTheEnd() async -> String {
    let source = Source()
    let memo = Memo(compute: { _ in source.read() })
    async let first = try? memo.value(for: "a")
    source.change()
    await memo.forget("a")
    _ = await first
    let found = (try? await memo.value(for: "a")) ?? -1
    return found == 2 ? right : "the source changed to 2, then `forget` was called, and a later call got \(found)"
}

func allowed(_ outcome: String) -> Bool { outcome == right }

private let right = "right"

private final class Source: Sendable {
    private let computations = Atomic(0), state = Atomic(1)

    var count: Int { computations.load(ordering: .relaxed) }

    /// The number of the computation.
    func compute() -> Int { computations.add(1, ordering: .relaxed).newValue }

    func read() -> Int { state.load(ordering: .relaxed) }
    func change() { state.store(2, ordering: .relaxed) }
}
