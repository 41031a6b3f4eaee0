import Foundation
import Synchronization

/// Measures how many sales a box office makes in a second, when printing takes no time.
public struct SpeedOfSale: Sendable {
    public var counters: Int
    public var duration: Duration

    public init(counters: Int, duration: Duration = .milliseconds(40)) {
        self.counters = counters
        self.duration = duration
    }

    /// Sales per second of a box office for threads.
    public func measure(_ makeOffice: (_ seats: Int, _ printer: Printer) -> BoxOffice) -> Double {
        let office = makeOffice(.max, Printer(speed: .immediate))
        let evening = Timer(duration)
        let everybody = DispatchGroup()
        for _ in 1...counters {
            everybody.enter()
            Thread.detachNewThread {
                evening.count { _ = office.sell() }
                everybody.leave()
            }
        }
        everybody.wait()
        return evening.perSecond
    }

    /// Sales per second of the actor.
    public func measureActor() async -> Double {
        let office = ActorOffice(seats: .max, printer: Printer(speed: .immediate))
        let evening = Timer(duration)
        await withTaskGroup(of: Void.self) { everybody in
            for _ in 1...counters { everybody.addTask { await evening.count { _ = await office.sell() } } }
        }
        return evening.perSecond
    }

    /// Counts how often an action runs until the time is over.
    private final class Timer: Sendable {
        private let start = ContinuousClock.now
        private let end: ContinuousClock.Instant
        private let total = Atomic(0)

        init(_ duration: Duration) { end = start + duration }

        var perSecond: Double { Double(total.load(ordering: .relaxed)) / ((ContinuousClock.now - start) / .seconds(1)) }

        func count(_ action: () -> Void) {
            var times = 0
            while ContinuousClock.now < end {
                for _ in 1...100 { action() }
                times += 100
            }
            total.add(times, ordering: .relaxed)
        }

        func count(_ action: () async -> Void) async {
            var times = 0
            while ContinuousClock.now < end {
                for _ in 1...100 { await action() }
                times += 100
            }
            total.add(times, ordering: .relaxed)
        }
    }
}
