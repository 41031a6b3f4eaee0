// The main actor makes streams, and tasks that read them.

/// The readings that a screen showed.
public struct ReadingReport: Codable, Sendable {
    public var shown: [Int]
    /// The most readings that were measured, and not shown yet.
    public var waiting = 0
}

@MainActor private func run(_ readings: Int, isPulled: Bool = false, _ stream: (Gauge) -> AsyncStream<Int>) async -> ReadingReport {
    let screenIsBusy = Meeting(of: 1), isReadOut = Meeting(of: 1)
    let gauge = Gauge(readings: readings, screenIsBusy: screenIsBusy, isReadOut: isReadOut)
    let screen = Screen(isBusy: screenIsBusy, until: isPulled ? nil : isReadOut, gauge), stream = stream(gauge)
    await Task(name: "screen") { await show(stream, on: screen) }.value
    return ReadingReport(shown: screen.shown, waiting: screen.mostWaiting)
}

@MainActor public func showAllReadings(_ number: Int) async -> ReadingReport { await run(number) { readings(of: $0) } }
@MainActor public func showOldestReadings(_ number: Int) async -> ReadingReport { await run(number) { oldestReadings(of: $0) } }
@MainActor public func showNewestReadings(_ number: Int) async -> ReadingReport { await run(number) { newestReadings(of: $0) } }

@MainActor public func showReadingsOnDemand(_ number: Int) async -> ReadingReport {
    await run(number, isPulled: true) { readingsOnDemand(of: $0) }
}

@MainActor public func showFinishedReadings() async -> ReadingReport {
    let readings = finishedReadings(), screen = Screen(isBusy: Meeting(of: 1), until: nil)
    await Task(name: "screen") { await show(readings, on: screen) }.value
    return ReadingReport(shown: screen.shown)
}

/// The screen is busy with the first reading when its task is cancelled. The other ones are in the buffer.
@MainActor private func cancel(
    _ number: Int, _ show: @escaping @Sendable (AsyncStream<Int>, Screen) async -> Void
) async -> ReadingReport {
    let isBusy = Meeting(of: 1), isCancelled = Meeting(of: 1), screen = Screen(isBusy: isBusy, until: isCancelled)
    let (readings, gauge) = AsyncStream.makeStream(of: Int.self)
    let showing = Task(name: "screen") { await show(readings, screen) }
    for reading in 1...number { gauge.yield(reading) }
    await isBusy.wait()
    try? await Task.sleep(for: .milliseconds(10))
    showing.cancel()
    try? await Task.sleep(for: .milliseconds(5))
    let before = screen.shown
    isCancelled.arrive()
    await showing.value
    return ReadingReport(shown: Array(screen.shown.dropFirst(before.count)))
}

@MainActor public func cancelScreen(_ number: Int) async -> ReadingReport { await cancel(number) { await show($0, on: $1) } }

@MainActor public func cancelLookingScreen(_ number: Int) async -> ReadingReport {
    await cancel(number) { await showUntilCancelled($0, on: $1) }
}

/// What `yield` returned, as it is written in code.
public struct YieldReport: Codable, Sendable {
    public var result: String

    fileprivate init(_ result: AsyncStream<Int>.Continuation.YieldResult) {
        self.result =
            switch result {
            case .enqueued(let remaining): ".enqueued(remaining: \(remaining))"
            case .dropped(let element): ".dropped(\(element))"
            case .terminated: ".terminated"
            @unknown default: "\(result)"
            }
    }
}

@MainActor public func yieldIntoFullBuffer() async -> YieldReport { YieldReport(await Task(name: "gauge") { yieldTwice().second }.value) }
@MainActor public func yieldTooLate() async -> YieldReport { YieldReport(await yieldAfterCancellation()) }
