// Refused by: each subscriber gets each price
// Verdict: tooEarly or wrongResult
// Because: a new subscriber gets all old prices first, and they are kept for ever.
actor Broadcast {
    private var streams: [Int: AsyncStream<Int>.Continuation] = [:]
    private var numbers = 0
    private var isFinished = false
    private var prices: [Int] = []
    private let limit: Int

    init(keeping limit: Int) { self.limit = limit }

    var subscribers: Int { streams.count }

    func subscribe() -> AsyncStream<Int> {
        let (stream, continuation) = AsyncStream<Int>.makeStream(bufferingPolicy: .bufferingNewest(limit))
        for price in prices { continuation.yield(price) }
        if isFinished {
            continuation.finish()
        } else {
            numbers += 1
            let number = numbers
            streams[number] = continuation
            continuation.onTermination = { _ in Task { await self.forget(number) } }
        }
        return stream
    }

    private func forget(_ number: Int) { streams[number] = nil }

    func send(_ price: Int) {
        prices.append(price)
        for stream in streams.values { stream.yield(price) }
    }

    func finish() {
        isFinished = true
        for stream in streams.values { stream.finish() }
        streams = [:]
    }
}
