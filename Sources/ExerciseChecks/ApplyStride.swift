import Foundation
import Synchronization

/// 05-apply-stride: each index once, whatever the count; how the work was cut the trace tells.
public enum ApplyStrideRun {
    /// What was seen at one count.
    public struct Pass: Codable, Sendable {
        public var count: Int
        /// Indices that nobody came to; the first of them.
        public var missed = 0
        public var firstMissed: Int?
        /// Indices that were visited more than once; the first of them.
        public var repeated = 0
        public var firstRepeated: Int?
        /// Visits to places that are not there; one of them.
        public var outside = 0
        public var firstOutside: Int?
        /// Visits that came after the call had returned.
        public var late = 0

        init(count: Int) { self.count = count }
    }

    /// What was seen.
    public struct Observations: Codable, Sendable {
        public var passes: [Pass] = []
        /// Whether a second thread came to `body` while a first one was kept in it.
        public var metCompany = false
        /// Cores of this machine.
        public var cores = 1
    }

    /// Counts that are tried: none, fewer than there are cores, and one that no sensible stride divides.
    public static let counts = [0, 1, 3, 10_007]

    /// Runs the checks against an attempt and ends the process.
    public static func run(_ forEachIndex: (_ count: Int, _ body: @escaping (Int) -> Void) -> Void) -> Never {
        AttemptRun.begin()
        var seen = Observations()
        for count in counts { seen.passes.append(pass(count, forEachIndex)) }
        seen.cores = ProcessInfo.processInfo.activeProcessorCount
        if seen.passes.last?.missed == 0 {
            let company = Company()
            Mark.put("company begins")
            forEachIndex(counts.max() ?? 0) { _ in company.arrive() }
            Mark.put("company ends")
            seen.metCompany = company.isThere
        }
        AttemptRun.end(seen)
    }

    private static func pass(_ count: Int, _ forEachIndex: (Int, @escaping (Int) -> Void) -> Void) -> Pass {
        // Never freed: an attempt may still come to it when its call has returned, and the process ends soon.
        let visits = UnsafeMutablePointer<Atomic<Int>>.allocate(capacity: max(1, count))
        for index in 0..<count { (visits + index).initialize(to: Atomic(0)) }
        let outside = Occurrence(), late = Occurrence()
        let firstOutside = Mutex<Int?>(nil), isOver = Occurrence()
        Mark.put("count \(count) begins")
        forEachIndex(count) { index in
            if isOver.times > 0 { late.happen() }
            guard 0..<count ~= index else {
                firstOutside.withLock { $0 = $0 ?? index }
                outside.happen()
                return
            }
            visits[index].add(1, ordering: .relaxed)
        }
        isOver.happen()
        Mark.put("count \(count) ends")

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
        // What is missing may still come.
        if seen.missed > 0 { late.wait(patience: .milliseconds(500)) }
        seen.outside = outside.times
        seen.firstOutside = firstOutside.withLock { $0 }
        seen.late = late.times
        return seen
    }
}
