/// A producer and a consumer, joined by a stream that ends.
func scenario() async -> [Int] {
    let (stream, continuation) = AsyncStream.makeStream(of: Int.self)
    let producer = Task {
        for number in 1...2 { continuation.yield(number) }
        continuation.finish()
    }
    var numbers: [Int] = []
    for await number in stream { numbers.append(number) }
    await producer.value
    return numbers
}

func allowed(_ numbers: [Int]) -> Bool { numbers == [1, 2] }
