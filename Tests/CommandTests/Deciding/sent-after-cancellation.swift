// assertion: 15, 19
// Says: finishes the stream
// Advises: do not cancel the consumer

import Synchronization
func scenario() async -> [Int] {
    let (stream, source) = AsyncStream.makeStream(of: Int.self)
    let received = Mutex<[Int]>([])
    let consumer = Task {
        for await element in stream {
            received.withLock { $0.append(element) }
        }
    }
    let producer = Task {
        source.yield(1)
        source.yield(2)
        source.finish()
    }
    consumer.cancel()
    await producer.value
    await consumer.value
    return received.withLock { $0 }
}
func allowed(_ received: [Int]) -> Bool { received == [1, 2] }
