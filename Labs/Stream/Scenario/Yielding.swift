/// A stream keeps its elements until a loop takes them, after `finish()`, too.
func finishedReadings() -> AsyncStream<Int> {
    let (readings, gauge) = AsyncStream.makeStream(of: Int.self)
    for reading in 1...3 { gauge.yield(reading) }
    gauge.finish()
    return readings
}

/// `yield` returns what became of the element.
func yieldTwice() -> (readings: AsyncStream<Int>, second: AsyncStream<Int>.Continuation.YieldResult) {
    let (readings, gauge) = AsyncStream.makeStream(of: Int.self, bufferingPolicy: .bufferingNewest(1))
    gauge.yield(1)
    let second = gauge.yield(2)
    return (readings, second)
}

/// A cancelled loop has ended its stream.
func yieldAfterCancellation() async -> AsyncStream<Int>.Continuation.YieldResult {
    let (readings, gauge) = AsyncStream.makeStream(of: Int.self)
    let showing = Task(name: "screen") {
        for await _ in readings {}
    }
    showing.cancel()
    await showing.value
    return gauge.yield(4)
}
