import Synchronization

/// 12-cooperative-cancel: a job is held in one of its steps, and is cancelled there. Its later steps
/// are counted, not timed.
public enum CooperativeCancelRun {
    /// The attempt's job.
    public struct Job {
        var cancel: () -> Void
        var run: () -> Sheet

        public init(cancel: @escaping () -> Void, run: @escaping () -> Sheet) {
            self.cancel = cancel
            self.run = run
        }
    }

    /// The result of a job.
    public struct Sheet: Codable, Sendable {
        public var isComplete: Bool
        public var thumbnails: [String]

        public init(isComplete: Bool, thumbnails: [String]) {
            self.isComplete = isComplete
            self.thumbnails = thumbnails
        }
    }

    /// The observations of one job.
    public struct Course: Codable, Sendable {
        /// The number of photos, and of the photo at which the job was cancelled: 0 is before the
        /// job ran, nil is never.
        public var photos: Int
        public var cancelledAt: Int?
        /// Thumbnails that were begun.
        public var begun = 0
        /// The state of the call of `cancel()` while a thumbnail was being made.
        public var cancelCall = ProbeThread.Standing.returned
        /// The number of thumbnails in the sheet, and whether they are the first ones, in order.
        public var kept = 0
        public var areInOrder = true
        public var isComplete = false
        /// Calls of `run()` or `cancel()` that did not return.
        public var stuckCalls = 0

        /// Thumbnails that were begun after the job was cancelled.
        public var late: Int { cancelledAt.map { max(0, begun - $0) } ?? 0 }
    }

    /// The observations.
    public struct Observations: Codable, Sendable {
        /// The jobs: never cancelled, cancelled at a photo in the middle, at the last photo, before
        /// the run. A call that does not return ends the checks.
        public var courses: [Course] = []
    }

    /// The name of the thread that calls `cancel()`.
    public static let canceller = "caller of cancel"

    /// The number of photos, and the photo in the middle.
    private static let photos = 35, middle = 13

    /// Runs the checks against an attempt and ends the process.
    /// - Parameter make: creates a job.
    public static func run(_ make: (_ photos: [String], _ makeThumbnail: @escaping (String) -> String) -> Job) -> Never {
        AttemptRun.begin()
        var seen = Observations()
        for cancelledAt in [nil, middle, photos, 0] where seen.courses.allSatisfy({ $0.stuckCalls == 0 }) {
            seen.courses.append(course(cancelledAt, make))
        }
        AttemptRun.end(seen)
    }

    private static func course(
        _ cancelledAt: Int?, _ make: (_ photos: [String], _ makeThumbnail: @escaping (String) -> String) -> Job
    ) -> Course {
        var seen = Course(photos: photos, cancelledAt: cancelledAt)
        let names = (1...photos).map { "photo \($0)" }
        let begun = CountingEvent(), reached = CountingEvent(), mayContinue = CountingEvent(), count = Atomic(0)
        let job = Attempt(
            make(names) { photo in
                // (Several threads can begin a thumbnail at the same time.)
                let number = count.add(1, ordering: .relaxed).newValue
                begun.happen()
                if number == cancelledAt {
                    TraceMark.put("held")
                    reached.happen()
                    mayContinue.wait()
                }
                return "small \(photo)"
            })
        if cancelledAt == 0 {
            let canceller = ProbeThread(canceller) { _ in job.code.cancel() }
            seen.stuckCalls = ProbeThread.stuck([canceller])
            guard seen.stuckCalls == 0 else { return seen }
        }
        let sheet = Mutex<Sheet?>(nil)
        let worker = ProbeThread("worker") { _ in
            let result = job.code.run()
            sheet.withLock { $0 = result }
        }
        var callers = [worker]
        if let cancelledAt, cancelledAt > 0 {
            _ = worker.settle { reached.times > 0 }
            // Thumbnails that other threads begin do not wait for this one.
            _ = ThreadStates.comeToRest()
            let canceller = ProbeThread(canceller) { _ in job.code.cancel() }
            seen.cancelCall = canceller.settle()
            callers.append(canceller)
            mayContinue.happen()
        }
        seen.stuckCalls = ProbeThread.stuck(callers)
        seen.begun = begun.times
        guard let result = sheet.withLock({ $0 }) else { return seen }
        seen.kept = result.thumbnails.count
        seen.areInOrder = result.thumbnails == names.prefix(seen.kept).map { "small \($0)" }
        seen.isComplete = result.isComplete
        return seen
    }
}
