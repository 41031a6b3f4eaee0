import Foundation
import Synchronization

/// 05-apply-stride: each index exactly once, for any count. The trace shows how the work was
/// divided.
public enum ApplyStrideRun {
    /// The observations for one count.
    public struct Pass: Codable, Sendable {
        public var count: Int
        /// Indices for which `body` was never called; the first of them.
        public var missed = 0
        public var firstMissed: Int?
        /// Indices for which `body` was called more than once; the first of them.
        public var repeated = 0
        public var firstRepeated: Int?
        /// Calls for indices that do not exist; one of them.
        public var outside = 0
        public var firstOutside: Int?
        /// Calls of `body` after the function had returned.
        public var late = 0

        init(count: Int) { self.count = count }
    }

    /// The observations.
    public struct Observations: Codable, Sendable {
        public var passes: [Pass] = []
        /// Whether a second thread called `body` while a first one was held in it.
        public var metCompany = false
        /// The cores of this machine.
        public var cores = 1
    }

    /// The tested counts: zero, fewer than the cores, two that strides of many lengths divide, and one that no
    /// sensible stride divides.
    public static let counts = [0, 1, 3, 12_000, 12_288, 10_007]

    /// Runs the checks against an attempt and ends the process.
    public static func run(_ forEachIndex: (_ count: Int, _ body: @escaping (Int) -> Void) -> Void) -> Never {
        AttemptRun.begin()
        var seen = Observations()
        let leftOut = AttemptRun.leftOutParts
        for count in counts where !leftOut.contains(String(count)) { seen.passes.append(pass(count, forEachIndex)) }
        seen.cores = ProcessInfo.processInfo.activeProcessorCount
        if let last = seen.passes.last, last.missed <= last.count / 2 {
            let company = SecondThreadDetector()
            TraceMark.put("company begins")
            forEachIndex(counts.last ?? 0) { _ in company.arrive() }
            TraceMark.put("company ends")
            seen.metCompany = company.isThere
        }
        AttemptRun.end(seen)
    }

    private static func pass(_ count: Int, _ forEachIndex: (Int, @escaping (Int) -> Void) -> Void) -> Pass {
        // Never freed: an attempt can still use it after its call has returned, and the process
        // ends soon.
        let visits = UnsafeMutablePointer<Atomic<Int>>.allocate(capacity: max(1, count))
        for index in 0..<count { (visits + index).initialize(to: Atomic(0)) }
        let outside = CountingEvent(), late = CountingEvent()
        let firstOutside = Mutex<Int?>(nil), isOver = CountingEvent()
        // Other threads than the caller are held in `body` until the caller waits, or has returned. So a call that
        // does not wait for them returns too early each time.
        let caller = ProbeThread(), mayGo = CountingEvent(), isHolding = Atomic(true), isFirst = Atomic(true)
        TraceMark.put("count \(count) begins")
        forEachIndex(count) { index in
            if isHolding.load(ordering: .acquiring), !caller.isThisThread {
                if isFirst.exchange(false, ordering: .acquiringAndReleasing) {
                    _ = caller.settle()
                    isHolding.store(false, ordering: .releasing)
                    mayGo.happen()
                }
                mayGo.wait()
            }
            if isOver.times > 0 { late.happen() }
            guard 0..<count ~= index else {
                firstOutside.withLock { $0 = $0 ?? index }
                outside.happen()
                return
            }
            visits[index].add(1, ordering: .relaxed)
        }
        isOver.happen()
        TraceMark.put("count \(count) ends")

        var seen = Pass(count: count)
        for index in 0..<count {
            switch visits[index].load(ordering: .relaxed) {
            case 0:
                seen.missed += 1
                seen.firstMissed = seen.firstMissed ?? index
            case 1: break
            default:
                seen.repeated += 1
                seen.firstRepeated = seen.firstRepeated ?? index
            }
        }
        // Threads that are still held go on now: their calls are late.
        caller.hasReturned()
        // Missing calls can still arrive.
        if seen.missed > 0 {
            late.wait(patience: .milliseconds(500))
            _ = ThreadStates.comeToRest()
        }
        seen.outside = outside.times
        seen.firstOutside = firstOutside.withLock { $0 }
        seen.late = late.times
        return seen
    }
}
