import Synchronization

/// The consumer is cancelled only after the producer has finished the stream, so no element is lost.
func scenario() async -> [Int] {
    let (stream, source) = AsyncStream.makeStream(of: Int.self)
    let received = Mutex<[Int]>([])
    let consumer = Task {
        for await element in stream { received.withLock { $0.append(element) } }
    }
    source.yield(1)
    source.finish()
    await consumer.value
    consumer.cancel()
    return received.withLock { $0 }
}
func allowed(_ received: [Int]) -> Bool { received == [1] }
