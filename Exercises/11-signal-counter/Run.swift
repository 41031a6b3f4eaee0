/// 11-signal-counter: workers wait for photos, and sleep before any photo arrives. So it is certain
/// which of them continue.
public enum SignalCounterRun {
    /// The attempt's two functions.
    public struct Counter {
        var signal: (_ photos: Int) -> Void
        var wait: () -> Void

        public init(signal: @escaping (_ photos: Int) -> Void, wait: @escaping () -> Void) {
            self.signal = signal
            self.wait = wait
        }
    }

    /// The observations.
    public struct Observations: Codable, Sendable {
        /// Photos that arrived before any worker waited, and workers that continued after that.
        public var earlyPhotos = 3
        public var earlyWorkers = 0
        /// The state of a worker for which there was no photo.
        public var withoutPhoto = ProbeThread.Standing.asleep
        /// Sleeping workers, and those of them that continued when one photo arrived.
        public var sleeping = 4
        public var afterOne = 0
        /// Those of the remaining ones that continued when three photos arrived together.
        public var afterThree = 0
        /// Workers that continued before any photo had arrived.
        public var beforeAny = 0
        /// Calls of `signal` that did not return.
        public var stuckSignals = 0
        /// Whether each part of the checks was run.
        public var ranSleepers = false
    }

    /// The marks before the first photo, before three more, and after their workers have continued.
    public static let onePhoto = "one photo", threePhotos = "three photos", sleepersEnd = "sleepers end"

    /// Runs the checks against an attempt and ends the process.
    /// - Parameter make: creates a new counter.
    public static func run(_ make: () -> Counter) -> Never {
        AttemptRun.begin()
        var seen = Observations()
        sleepers(Attempt(make()), &seen)
        if seen.stuckSignals == 0 { earlyPhotos(Attempt(make()), &seen) }
        AttemptRun.end(seen)
    }

    /// Four workers sleep. One photo arrives, and then three together.
    private static func sleepers(_ counter: Attempt<Counter>, _ seen: inout Observations) {
        let continued = CountingEvent()
        let workers = (1...seen.sleeping).map { number in
            let worker = ProbeThread("worker \(number)") { _ in
                counter.code.wait()
                TraceMark.put("continues")
                continued.happen()
            }
            let standing = worker.settle()
            if standing == .restless { seen.withoutPhoto = standing }
            return worker
        }
        seen.beforeAny = continued.times
        defer { TraceMark.put(sleepersEnd) }
        TraceMark.put(onePhoto)
        guard seen.beforeAny == 0, signal(1, counter, &seen) else { return }
        // All workers sleep again, or have returned.
        for worker in workers { _ = worker.settle() }
        seen.afterOne = continued.times
        TraceMark.put(threePhotos)
        guard seen.withoutPhoto == .asleep, signal(3, counter, &seen) else { return }
        for worker in workers { _ = worker.settle() }
        seen.afterThree = continued.times - seen.afterOne
        seen.ranSleepers = true
        guard continued.times < seen.sleeping else { return }
        // The workers tell where they are blocked.
        _ = ProbeThread.stuck(workers)
    }

    /// Photos arrive, and then workers wait: as many of them continue.
    private static func earlyPhotos(_ counter: Attempt<Counter>, _ seen: inout Observations) {
        let continued = CountingEvent()
        guard signal(seen.earlyPhotos - 1, counter, &seen), signal(1, counter, &seen) else { return }
        for number in 1...seen.earlyPhotos + 1 {
            let worker = ProbeThread("late worker \(number)") { _ in
                counter.code.wait()
                continued.happen()
            }
            // If one is blocked, the next one is too.
            if worker.settle() != .returned { break }
        }
        seen.earlyWorkers = continued.times
    }

    /// Reports photos. Returns whether the call has returned.
    private static func signal(_ photos: Int, _ counter: Attempt<Counter>, _ seen: inout Observations) -> Bool {
        let camera = ProbeThread("camera") { _ in counter.code.signal(photos) }
        seen.stuckSignals += ProbeThread.stuck([camera])
        return seen.stuckSignals == 0
    }
}
