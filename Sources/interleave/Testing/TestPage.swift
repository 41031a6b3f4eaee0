import ExplorationRunner
import FoundationEssentials
import Words

/// The number of tests with each result: for people a sentence, for scripts an exit code.
struct TestCounts {
    private let counts: [TestResult.Status: Int]

    init(_ results: [TestResult]) { counts = Dictionary(grouping: results, by: \.status).mapValues(\.count) }

    private func count(_ status: TestResult.Status) -> Int { counts[status] ?? 0 }

    /// The keys of the JSON object.
    var byName: [String: Int] { Dictionary(uniqueKeysWithValues: counts.map { ($0.key.rawValue, $0.value) }) }

    var exitCode: Int32 {
        if count(.interrupted) > 0 { return 130 }
        return count(.failed) > 0 ? 1 : count(.refused) > 0 ? 2 : count(.notComplete) + count(.shaken) > 0 ? 3 : 0
    }

    var summary: String {
        let parts = [
            (count(.passed), "passed in every interleaving"), (count(.failed), "failed"), (count(.notComplete), "not complete"),
            (count(.shaken), "only shaken"), (count(.refused), "refused"), (count(.skipped), "skipped"),
            (count(.interrupted), "interrupted"),
        ].filter { $0.0 > 0 }.map { "\($0.0) \($0.1)" }
        let all = Wording.count(counts.values.reduce(0, +), "test")
        return parts.isEmpty ? "\(all)." : "\(all): \(parts.joined(separator: ", "))."
    }
}

/// The results of all tests as an object.
struct TestPage: Encodable {
    struct Test: Encodable {
        var name: String
        var argument: String?
        var file: String
        var line: Int
        var status: String
        var reason: String
        var executions: Int
        var seconds: Double
        var report: ExplorationPage?
        var chaos: ChaosPage.Object?
        /// A failure, as it is printed.
        var text: String?
    }
    var tests: [Test]
    var counts: [String: Int]
    /// The part of the tests, if they were divided; with `list` nil.
    var shard: TestShard?

    init(_ results: [TestResult], shard: TestShard? = nil) {
        tests = results.map {
            Test(
                name: $0.name, argument: $0.argument, file: $0.file, line: $0.lineNumber, status: $0.status.rawValue, reason: $0.reason,
                executions: $0.executions, seconds: ($0.seconds * 1000).rounded() / 1000, report: $0.page,
                chaos: $0.chaos.map { ChaosPage.Object($0) }, text: $0.report.isEmpty ? nil : $0.report)
        }
        counts = TestCounts(results).byName
        self.shard = shard
    }

    func text() throws -> String { try Self.text(of: self) }

    static func text(of page: some Encodable) throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        return String(decoding: try encoder.encode(page), as: UTF8.self)
    }
}

/// One of several parts of the tests of a package.
struct TestShard: Codable, Hashable {
    /// From 1 on.
    var number: Int
    var count: Int
}
