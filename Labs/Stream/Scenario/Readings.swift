/// The bug: the gauge goes on while the screen is busy. The readings pile up in the buffer, which has no limit.
func readings(of gauge: Gauge) -> AsyncStream<Int> {
    AsyncStream { continuation in
        Task(name: "gauge") {
            while let reading = await gauge.measure() {
                continuation.yield(reading)
            }
            continuation.finish()
        }
    }
}

/// The fix: the loop calls this closure when it is ready for a reading. So the gauge measures nothing in advance.
func readingsOnDemand(of gauge: Gauge) -> AsyncStream<Int> {
    AsyncStream { await gauge.measure() }
}

/// The bug: when the buffer is full, it throws new readings away. So the screen ends with an old one.
func oldestReadings(of gauge: Gauge) -> AsyncStream<Int> {
    AsyncStream(bufferingPolicy: .bufferingOldest(2)) { continuation in
        Task(name: "gauge") {
            while let reading = await gauge.measure() {
                continuation.yield(reading)
            }
            continuation.finish()
        }
    }
}

/// The fix: a full buffer throws its oldest reading away. The screen misses some, and never the last one.
func newestReadings(of gauge: Gauge) -> AsyncStream<Int> {
    AsyncStream(bufferingPolicy: .bufferingNewest(2)) { continuation in
        Task(name: "gauge") {
            while let reading = await gauge.measure() {
                continuation.yield(reading)
            }
            continuation.finish()
        }
    }
}
