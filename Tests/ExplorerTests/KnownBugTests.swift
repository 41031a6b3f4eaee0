import ExploredPrograms
import Explorer
import TestSupport
import Testing

/// Bugs known from the literature are found, each with its kind. Their fixed twins are explored
/// completely, and nothing is found.
@Suite(.serialized) struct KnownBugTests {
    @Test("A known bug is found, whatever else the search finds", arguments: Corpus.part(KnownBug.all.map(\.name)))
    func wrong(name: String) throws {
        let bug = try #require(KnownBug.all.first { $0.name == name })
        let report = explore { () -> Int in
            bug.run(false); return 0
        }
        #expect(report.findings.contains { Self.kind($0.failure) == bug.verdict }, "\(report.findings)")
        #expect(report.isComplete && report.executions > 1)
    }

    @Test("The fixed twin of a known bug is explored completely, and nothing is found", arguments: Corpus.part(KnownBug.all.map(\.name)))
    func right(name: String) throws {
        let bug = try #require(KnownBug.all.first { $0.name == name })
        let report = explore { () -> Int in
            bug.run(true); return 0
        }
        #expect(report.findings.isEmpty)
        #expect(report.verdict == .none)
        #expect(report.isComplete)
    }

    private static func kind(_ failure: Failure) -> String {
        switch failure {
        case .race: "race"
        case .trap, .error: "assertion"
        case .deadlock: "deadlock"
        default: "\(failure)"
        }
    }
}
