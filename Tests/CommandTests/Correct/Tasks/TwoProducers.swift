func scenario() async -> Int {
    let (stream, continuation) = AsyncStream.makeStream(of: Int.self)
    let producers = Task {
        await withTaskGroup(of: Void.self) { group in
            group.addTask { continuation.yield(1) }
            group.addTask { continuation.yield(2) }
        }
        continuation.finish()
    }
    var sum = 0
    for await number in stream { sum += number }
    await producers.value
    return sum
}

func allowed(_ outcome: Int) -> Bool { outcome == 3 }
