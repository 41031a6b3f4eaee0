import FoundationEssentials
import Words

/// The results of several runs of `interleave test --json`, each with a part of the tests.
struct MergedTests {
    /// In the order of the parts, then of the tests.
    private(set) var results: [TestResult] = []
    /// The parts that none of the files has.
    private(set) var missing: [TestShard] = []
    private var values: [JSONValue] = []

    /// - Throws: `ExplainedError` if a file is not such a result, or if a test has two.
    init(files: [String]) throws {
        let parts = try files.map { try Part(reading: $0) }
        let count = parts.compactMap(\.page.shard?.count).first
        if let count {
            for part in parts where part.page.shard?.count != count {
                throw ExplainedError(
                    .usage, "\(part.path) is not one of \(count) parts, as \(parts[0].path) is.",
                    cure: "Give the results of the same run with --shard K/\(count).")
            }
            let found = Set(parts.compactMap(\.page.shard?.number))
            missing = (1...count).filter { !found.contains($0) }.map { TestShard(number: $0, count: count) }
        }
        var files: [String: String] = [:]
        for part in parts.sorted(by: { ($0.page.shard?.number ?? 0) < ($1.page.shard?.number ?? 0) }) {
            for (test, value) in zip(part.page.tests, part.values.tests) {
                let result = TestResult(test)
                let key = "\(result.file) \(result.title)"
                if let other = files[key] {
                    throw ExplainedError(
                        .usage, "\(result.title) is in \(other) and in \(part.path).", cure: "Give the results of each part once.")
                }
                results.append(result)
                values.append(value)
            }
            for test in part.page.tests { files["\(test.file) \(TestResult(test).title)"] = part.path }
        }
    }

    /// One object, as a run of all tests prints it.
    func text() throws -> String { try TestPage.text(of: Object(tests: values, counts: TestCounts(results).byName)) }

    private struct Object: Encodable {
        var tests: [JSONValue]
        var counts: [String: Int]
    }

    /// A file: what is needed of it, and all of it.
    private struct Part {
        var path: String
        var page: DecodedPage
        var values: Values

        struct Values: Decodable { var tests: [JSONValue] }

        init(reading path: String) throws {
            self.path = path
            guard let data = FileManager.default.contents(atPath: path) else {
                throw ExplainedError(
                    .unreadable, "\(path) cannot be read.", cure: "Give files that `interleave test --json` has written.")
            }
            do {
                page = try JSONDecoder().decode(DecodedPage.self, from: data)
                values = try JSONDecoder().decode(Values.self, from: data)
            } catch {
                throw ExplainedError(
                    .unreadable, "\(path) does not have the results of tests: it is not whole, or another program has written it.",
                    cure: "Run `interleave test --json` of this part again.")
            }
        }
    }
}

/// The keys of `test --json` that are needed to count and to print.
struct DecodedPage: Decodable {
    struct Test: Decodable {
        struct Report: Decodable {
            var verdict: String
            var complete: Bool
        }
        var name: String
        var argument: String?
        var file: String
        var line: Int
        var status: TestResult.Status
        var reason: String
        var executions: Int
        var seconds: Double
        var report: Report?
        var text: String?
    }
    var tests: [Test]
    var shard: TestShard?
}
