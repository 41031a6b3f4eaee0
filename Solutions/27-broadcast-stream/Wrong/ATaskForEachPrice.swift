// Refused by: right in every interleaving
// Or refused by: each subscriber gets each price
// Or refused by: after finish() each loop ends
// Verdict: wrongResult or missing
// Because: each price comes to the actor in a task of its own. Tasks have no order, so the prices have none.
actor Subscribers {
    private var streams: [Int: AsyncStream<Int>.Continuation] = [:]
    private var numbers = 0
    private var isFinished = false

    var count: Int { streams.count }

    func add(_ stream: AsyncStream<Int>.Continuation) {
        if isFinished { return stream.finish() }
        numbers += 1
        let number = numbers
        streams[number] = stream
        stream.onTermination = { _ in Task { await self.forget(number) } }
    }

    private func forget(_ number: Int) { streams[number] = nil }

    func send(_ price: Int) {
        for stream in streams.values { stream.yield(price) }
    }

    func finish() {
        isFinished = true
        for stream in streams.values { stream.finish() }
        streams = [:]
    }
}

final class Broadcast: Sendable {
    private let all = Subscribers()
    private let limit: Int

    init(keeping limit: Int) { self.limit = limit }

    var subscribers: Int {
        get async { await all.count }
    }

    func subscribe() async -> AsyncStream<Int> {
        let (stream, continuation) = AsyncStream<Int>.makeStream(bufferingPolicy: .bufferingNewest(limit))
        await all.add(continuation)
        return stream
    }

    func send(_ price: Int) {
        Task { await all.send(price) }
    }

    func finish() {
        Task { await all.finish() }
    }
}
