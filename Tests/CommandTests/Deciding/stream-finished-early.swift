// assertion: 12, 15
// Says: In the opposite order nothing fails
func scenario() async -> Int {
    let (stream, continuation) = AsyncStream.makeStream(of: Int.self)
    let sum = Task {
        var sum = 0
        for await number in stream { sum += number }
        return sum
    }
    Task {
        continuation.yield(1)
        continuation.finish()
    }
    Task {
        continuation.yield(2)
    }
    return await sum.value
}

func allowed(_ outcome: Int) -> Bool { outcome == 3 }
