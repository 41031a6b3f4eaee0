// Refused by: a slow subscriber delays no other, and keeps the newest prices
// Verdict: spins or waits
// Because: `send` tries again until there is room. One subscriber that does not read stops all others.
actor Broadcast {
    private var streams: [Int: AsyncStream<Int>.Continuation] = [:]
    private var numbers = 0
    private var isFinished = false
    private let limit: Int

    init(keeping limit: Int) { self.limit = limit }

    var subscribers: Int { streams.count }

    func subscribe() -> AsyncStream<Int> {
        let (stream, continuation) = AsyncStream<Int>.makeStream(bufferingPolicy: .bufferingOldest(limit))
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

    func send(_ price: Int) async {
        for stream in streams.values {
            while case .dropped = stream.yield(price) { await Task.yield() }
        }
    }

    func finish() {
        isFinished = true
        for stream in streams.values { stream.finish() }
        streams = [:]
    }
}
