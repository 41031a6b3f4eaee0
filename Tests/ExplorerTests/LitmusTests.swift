import ExploredPrograms
import Explorer
import Foundation
import Synchronization
import TestSupport
import Testing

/// The model and the platform agree: each native result was explored, and nothing impossible is
/// explored.
@Suite(.serialized, .waitsForTasks) struct LitmusTests {
    static let all = Litmus.all

    /// Spins for up to 20 µs, or yields, at random.
    private static let dice = Atomic<UInt64>(88_172_645_463_325_252)
    private static func delay() {
        var number = dice.wrappingAdd(0x9E37_79B9_7F4A_7C15, ordering: .relaxed).newValue
        number = (number ^ (number >> 30)) &* 0xBF58_476D_1CE4_E5B9
        number ^= number >> 27
        switch number % 4 {
        case 0: break
        case 1: sched_yield()
        default:
            let start = DispatchTime.now().uptimeNanoseconds
            while DispatchTime.now().uptimeNanoseconds < start + (number >> 8) % 20_000 {}
        }
    }

    // (.ci/run explores all of them, too.)
    @Test("The explored outcomes are exactly the possible ones", arguments: Corpus.part(all.map(\.name)))
    func explored(name: String) throws {
        let litmus = try #require(Self.all.first { $0.name == name })
        let report = explore { litmus.run() }
        // A repeating timer can always tick once more.
        #expect(report.isComplete || report.coverage.hasCutTicks)
        #expect(report.findings.isEmpty, "\(report.findings)")
        #expect(Set(report.outcomes.keys) == litmus.possible)
    }

    @Test("Addresses of memory change neither the findings nor the number of executions", arguments: Corpus.part(all.map(\.name)))
    func scattered(name: String) throws {
        let litmus = try #require(Self.all.first { $0.name == name })
        var options = ExplorationOptions()
        let usual = explore(options) { litmus.run() }
        options.scattersMemory = true
        let scattered = explore(options) { litmus.run() }
        #expect(scattered.findings.isEmpty, "\(scattered.findings)")
        #expect(scattered.isComplete == usual.isComplete)
        #expect(scattered.executions == usual.executions && scattered.blocked == usual.blocked)
        #expect(scattered.outcomes.mapValues(\.count) == usual.outcomes.mapValues(\.count))
    }

    @Test(
        "Native runs with random delays show no impossible outcome",
        arguments: Corpus.part(all.filter(\.isSafeForReal).map(\.name)))
    func real(name: String) throws {
        let litmus = try #require(Self.all.first { $0.name == name })
        litmusDelay = Self.delay
        defer { litmusDelay = {} }
        var seen: [String: Int] = [:]
        // (.ci/run makes two thousand of each, `interleave bench --suite truth` twenty thousand.)
        for _ in 1...50 { seen[litmus.run(), default: 0] += 1 }
        #expect(Set(seen.keys).isSubset(of: litmus.possible), "\(seen)")
    }
}
