import Foundation
import Synchronization

/// 13-async-operation: the checks decide when a download ends. The operation must finish then:
/// neither earlier nor more than once.
public enum AsyncOperationRun {
    /// The download function for the attempt.
    public typealias Download = (_ name: String, _ ended: @escaping (String?) -> Void) -> Void
    /// Creates the attempt's operation, and says how to read its photo.
    public typealias Make = (_ name: String, _ download: @escaping Download) -> Subject

    /// The attempt's operation, and how to read its photo.
    public struct Subject {
        let operation: Operation
        let photo: () -> String?

        public init(_ operation: Operation, photo: @escaping () -> String?) {
            self.operation = operation
            self.photo = photo
        }
    }

    /// The observations.
    public struct Observations: Codable, Sendable {
        /// The state of an operation whose `start()` was called by hand.
        public struct States: Codable, Sendable {
            public var isAsynchronous = false
            public var isExecuting = false
            public var isFinished = false
            public var isExecutingAfter = false
            public var isFinishedAfter = false
        }

        /// Downloads that two operations of one queue began.
        public var downloads = 0
        /// The events while the first download was running: the other download began, the
        /// operation that needs the photo ran, the completion block ran.
        public var nextBegan = false
        public var dependentRanEarly = false
        public var completedEarly = false
        /// The operations that finished: the first, and the one whose download failed.
        public var firstFinished = false
        public var failedFinished = false
        /// The last answer of the first one: `isFinished`.
        public var saysFinished = false
        /// The photo that the dependent operation found.
        public var photo: String?

        /// The call of `start()` while its download was running. nil: it was not called.
        public var start: ProbeThread.Standing?
        public var states = States()

        /// Cancelled before its start: the downloads that began, and whether its queue went on.
        public var downloadsOfCancelled = 0
        public var cancelledLeft = false
        public var cancelledFinishedEarly = false
        /// Cancelled during its download: whether its queue went on.
        public var cancelledLateLeft = false

        /// The most completions of one operation, and the situation.
        public var completions = 0
        public var completionsAfterCancel = 0
        /// Cancelled during its download: whether it had finished before the end of the download,
        /// and whether its photo changed after that.
        public var finishedOnCancel = false
        public var changedAfterEnd = false
    }

    /// The marks before the steps of the checks.
    public static let oneAfterTheOther = "one after the other", startByHand = "start by hand"
    public static let cancelBefore = "cancel before the start", cancelDuring = "cancel during the download"

    /// Runs the checks against an attempt and ends the process.
    public static func run(_ make: @escaping Make) -> Never {
        AttemptRun.begin()
        var seen = Observations()
        let attempt = Attempt(make)
        TraceMark.put(oneAfterTheOther)
        seen.finishInQueue(attempt)
        if seen.downloads > 0 {
            TraceMark.put(startByHand)
            seen.startByHand(attempt)
        }
        if seen.firstFinished {
            TraceMark.put(cancelBefore)
            seen.cancelBeforeStart(attempt)
            TraceMark.put(cancelDuring)
            seen.cancelDuringDownload(attempt)
        }
        AttemptRun.end(seen)
    }
}

/// The downloads that have begun. Each ends when the checks say so.
private final class Downloads: Sendable {
    private let open = Mutex<[Attempt<(String?) -> Void>]>([])
    let begun = CountingEvent()

    var function: AsyncOperationRun.Download {
        { [self] _, ended in
            let ended = Attempt(ended)
            open.withLock { $0.append(ended) }
            TraceMark.put("download begins")
            begun.happen()
        }
    }

    /// Ends a download on a thread of its own, as a network does. Returns false if the attempt does
    /// not return from that call.
    @discardableResult func end(_ number: Int, _ photo: String?) -> Bool {
        let ended = open.withLock { $0[number] }
        let network = ProbeThread("network") { _ in
            TraceMark.put("download ends")
            ended.code(photo)
        }
        return ProbeThread.stuck([network]) == 0
    }
}

extension AsyncOperationRun.Observations {
    /// A queue of width 1 with two downloads, and an operation that needs the first photo.
    fileprivate mutating func finishInQueue(_ make: Attempt<AsyncOperationRun.Make>) {
        let downloads = Downloads(), completed = CountingEvent(), shown = CountingEvent(), left = CountingEvent()
        let found = Mutex<String?>(nil)
        let subject = make.code("dawn", downloads.function)
        let first = subject.operation, second = make.code("noon", downloads.function).operation
        let readPhoto = Attempt(subject.photo)
        first.completionBlock = { completed.happen() }
        let show = BlockOperation {
            let photo = readPhoto.code()
            found.withLock { $0 = photo }
            shown.happen()
        }
        show.addDependency(first)
        let last = BlockOperation { left.happen() }
        let queue = OperationQueue()
        queue.maxConcurrentOperationCount = 1
        queue.addOperations([first, second, show, last], waitUntilFinished: false)

        downloads.begun.wait(patience: ProbeThread.patience)
        _ = ThreadStates.comeToRest()
        nextBegan = downloads.begun.times > 1
        dependentRanEarly = shown.times > 0
        completedEarly = completed.times > 0
        guard downloads.begun.times > 0 else { return }
        downloads.end(0, "the photo dawn")
        // The operation has left its queue when the other download begins.
        firstFinished = downloads.begun.wait(times: 2, patience: ProbeThread.patience)
        saysFinished = ProbeThread.answer { first.isFinished } ?? false
        self.downloads = downloads.begun.times
        if firstFinished {
            downloads.end(1, nil)
            failedFinished = left.wait(patience: ProbeThread.patience)
        }
        if shown.times > 0 { photo = found.withLock { $0 } }
        _ = ThreadStates.comeToRest()
        completions = completed.times
    }

    /// `start()` on a thread of the checks, while the download is running.
    fileprivate mutating func startByHand(_ make: Attempt<AsyncOperationRun.Make>) {
        let downloads = Downloads()
        let operation = make.code("dusk", downloads.function).operation
        let caller = ProbeThread("caller of start") { _ in operation.start() }
        downloads.begun.wait(patience: ProbeThread.patience)
        start = caller.settle()
        // Another thread can begin the download, and change the state after that.
        _ = ThreadStates.comeToRest()
        states.isAsynchronous = operation.isAsynchronous
        states.isExecuting = operation.isExecuting
        states.isFinished = operation.isFinished
        guard downloads.begun.times > 0, downloads.end(0, "the photo dusk"), caller.wait() else { return }
        _ = ThreadStates.comeToRest()
        states.isExecutingAfter = operation.isExecuting
        states.isFinishedAfter = operation.isFinished
    }

    /// An operation that is cancelled while its queue is suspended.
    fileprivate mutating func cancelBeforeStart(_ make: Attempt<AsyncOperationRun.Make>) {
        let downloads = Downloads(), completed = CountingEvent(), left = CountingEvent()
        let operation = make.code("rain", downloads.function).operation
        operation.completionBlock = { completed.happen() }
        let queue = OperationQueue()
        queue.maxConcurrentOperationCount = 1
        queue.isSuspended = true
        queue.addOperations([operation, BlockOperation { left.happen() }], waitUntilFinished: false)
        operation.cancel()
        _ = ThreadStates.comeToRest()
        cancelledFinishedEarly = operation.isFinished
        queue.isSuspended = false
        left.wait(patience: ProbeThread.patience)
        // An operation that has finished can still begin a download.
        _ = ThreadStates.comeToRest()
        downloadsOfCancelled = downloads.begun.times
        if downloadsOfCancelled > 0 { downloads.end(0, nil) }
        cancelledLeft = left.wait(patience: ProbeThread.patience)
        _ = ThreadStates.comeToRest()
        completions = max(completions, completed.times)
    }

    /// An operation that is cancelled while its download is running.
    fileprivate mutating func cancelDuringDownload(_ make: Attempt<AsyncOperationRun.Make>) {
        let downloads = Downloads(), completed = CountingEvent(), left = CountingEvent()
        let subject = make.code("snow", downloads.function)
        let operation = subject.operation
        operation.completionBlock = { completed.happen() }
        let queue = OperationQueue()
        queue.maxConcurrentOperationCount = 1
        queue.addOperations([operation, BlockOperation { left.happen() }], waitUntilFinished: false)
        downloads.begun.wait(patience: ProbeThread.patience)
        _ = ThreadStates.comeToRest()
        let user = ProbeThread("user") { _ in operation.cancel() }
        _ = user.wait()
        _ = ThreadStates.comeToRest()
        finishedOnCancel = operation.isFinished
        let before = finishedOnCancel ? subject.photo() : nil
        if downloads.begun.times > 0 { downloads.end(0, "the photo snow") }
        cancelledLateLeft = left.wait(patience: ProbeThread.patience)
        _ = ThreadStates.comeToRest()
        completionsAfterCancel = completed.times
        if finishedOnCancel, cancelledLateLeft { changedAfterEnd = subject.photo() != before }
    }
}

extension ProbeThread {
    /// The answer to a question that the attempt's code may never answer.
    fileprivate static func answer(_ question: @escaping @Sendable () -> Bool) -> Bool? {
        let answer = Mutex<Bool?>(nil)
        let thread = ProbeThread("question") { _ in
            let result = question()
            answer.withLock { $0 = result }
        }
        return thread.wait() ? answer.withLock { $0 } : nil
    }
}
