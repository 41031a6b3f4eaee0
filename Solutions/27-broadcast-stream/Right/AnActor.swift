// An actor. What `onTermination` has to do comes to it in a task.
actor Broadcast {
    private var streams: [(number: Int, stream: AsyncStream<Int>.Continuation)] = []
    private var numbers = 0
    private var isFinished = false
    private let limit: Int

    init(keeping limit: Int) { self.limit = limit }

    var subscribers: Int { streams.count }

    func subscribe() -> AsyncStream<Int> {
        AsyncStream(bufferingPolicy: .bufferingNewest(limit)) { stream in
            if isFinished { return stream.finish() }
            numbers += 1
            let number = numbers
            streams.append((number, stream))
            stream.onTermination = { _ in Task { await self.forget(number) } }
        }
    }

    private func forget(_ number: Int) { streams.removeAll { $0.number == number } }

    func send(_ price: Int) {
        for subscriber in streams { subscriber.stream.yield(price) }
    }

    func finish() {
        isFinished = true
        for subscriber in streams { subscriber.stream.finish() }
        streams = []
    }
}
