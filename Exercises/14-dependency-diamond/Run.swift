import Foundation
import Synchronization

/// 14-dependency-diamond: the checks hold each step until they know which other steps begin
/// meanwhile.
public enum DependencyDiamondRun {
    /// Calls the attempt, and returns the operations of the two filters: sepia, blur.
    public typealias Develop = (
        _ load: @escaping () -> String, _ sepia: @escaping (String) -> String, _ blur: @escaping (String) -> String,
        _ combine: @escaping (String?, String?) -> Void, _ queue: OperationQueue
    ) -> [Operation]

    /// The names of the filters, in the order of the attempt's result.
    public static let filters = ["sepia", "blur"]

    /// The observations for one picture.
    public struct Picture: Codable, Sendable {
        /// The filter that the checks let end last, or that they cancel.
        public var filter: Int
        /// The call of `develop` before any step had ended.
        public var call = ProbeThread.Standing.returned
        public var loads = 0
        /// The filters that began during the load, and whether `combine` was called during it.
        public var filtersDuringLoad: [Int] = []
        public var combinesDuringLoad = 0
        /// The filters that ran at the same time.
        public var filtersTogether = 0
        /// The calls of `combine` while the filter that ends last was still running.
        public var combinesTooEarly = 0
        /// The calls of each filter.
        public var runs = [0, 0]
        public var combines = 0
        /// The last arguments of `combine`: sepia, blur.
        public var sepia: String?
        public var blur: String?

        init(_ filter: Int) { self.filter = filter }
    }

    /// The observations.
    public struct Observations: Codable, Sendable {
        /// Complete pictures: one in which blur ends last, and one in which sepia does.
        public var pictures: [Picture] = []
        /// Pictures with a filter that was cancelled before it started.
        public var withoutFilter: [Picture] = []
    }

    public static let fourSteps = "four steps", cancelledFilter = "cancelled filter"

    /// Runs the checks against an attempt and ends the process.
    public static func run(_ develop: @escaping Develop) -> Never {
        AttemptRun.begin()
        var seen = Observations()
        let attempt = Attempt(develop)
        for filter in [1, 0] where seen.pictures.allSatisfy({ $0.combines > 0 }) {
            TraceMark.put(fourSteps)
            seen.pictures.append(Desk().fourSteps(attempt, last: filter))
        }
        if seen.pictures.allSatisfy({ $0.combines > 0 && $0.call == .returned }) {
            for filter in [0, 1] {
                TraceMark.put(cancelledFilter)
                seen.withoutFilter.append(Desk().cancel(attempt, filter))
            }
        }
        AttemptRun.end(seen)
    }
}

/// The steps of one picture, as the checks see them.
private final class Desk: Sendable {
    private let loading = CountingEvent(), mayLoad = CountingEvent()
    private let filtering = [CountingEvent(), CountingEvent()], mayFilter = [CountingEvent(), CountingEvent()]
    private let combined = CountingEvent()
    private let pictures = Mutex<(sepia: String?, blur: String?)>((nil, nil))
    private let operations = Mutex<[Operation]>([])

    /// Starts a thread that calls the attempt. The queue is suspended until the call has returned,
    /// or is blocked: so each attempt has all of its operations in the queue when the first begins.
    private func call(_ attempt: Attempt<DependencyDiamondRun.Develop>, _ queue: OperationQueue, cancelling cancelled: Int? = nil)
        -> ProbeThread.Standing
    {
        queue.isSuspended = true
        let caller = ProbeThread("caller") { [self] _ in
            let filters = attempt.code(
                { [self] in
                    TraceMark.put("load begins")
                    loading.happen()
                    mayLoad.wait()
                    return "photo"
                }, { [self] in filter(0, "the sepia \($0)") }, { [self] in filter(1, "the blurred \($0)") },
                { [self] sepia, blur in
                    TraceMark.put("combine begins")
                    pictures.withLock { $0 = (sepia, blur) }
                    combined.happen()
                }, queue)
            operations.withLock { $0 = filters }
        }
        let standing = caller.settle()
        if let cancelled { operations.withLock { $0.indices.contains(cancelled) ? $0[cancelled] : nil }?.cancel() }
        queue.isSuspended = false
        return standing
    }

    private func filter(_ number: Int, _ picture: String) -> String {
        TraceMark.put("\(DependencyDiamondRun.filters[number]) begins")
        filtering[number].happen()
        mayFilter[number].wait()
        return picture
    }

    private var begunFilters: [Int] { [0, 1].filter { filtering[$0].times > 0 } }

    func fourSteps(_ attempt: Attempt<DependencyDiamondRun.Develop>, last: Int) -> DependencyDiamondRun.Picture {
        var seen = DependencyDiamondRun.Picture(last)
        let queue = OperationQueue()
        seen.call = call(attempt, queue)
        waitForLoad(&seen)
        // Both filters begin, unless one of them waits for the other one.
        filtering[1 - last].wait(patience: ProbeThread.patience)
        if filtering[1 - last].times > 0 || begunFilters.isEmpty { filtering[last].wait(patience: ProbeThread.patience) }
        seen.filtersTogether = begunFilters.count
        mayFilter[1 - last].happen()
        _ = ThreadStates.comeToRest()
        seen.combinesTooEarly = combined.times
        mayFilter[last].happen()
        finish(&seen)
        return seen
    }

    func cancel(_ attempt: Attempt<DependencyDiamondRun.Develop>, _ cancelled: Int) -> DependencyDiamondRun.Picture {
        var seen = DependencyDiamondRun.Picture(cancelled)
        let queue = OperationQueue()
        for gate in mayFilter { gate.happen() }
        seen.call = call(attempt, queue, cancelling: cancelled)
        waitForLoad(&seen)
        finish(&seen)
        return seen
    }

    private func waitForLoad(_ seen: inout DependencyDiamondRun.Picture) {
        loading.wait(patience: ProbeThread.patience)
        _ = ThreadStates.comeToRest()
        seen.filtersDuringLoad = begunFilters
        seen.combinesDuringLoad = combined.times
        mayLoad.happen()
    }

    private func finish(_ seen: inout DependencyDiamondRun.Picture) {
        combined.wait(patience: ProbeThread.patience)
        _ = ThreadStates.comeToRest()
        seen.loads = loading.times
        seen.runs = filtering.map(\.times)
        seen.combines = combined.times
        (seen.sepia, seen.blur) = pictures.withLock { $0 }
    }
}
