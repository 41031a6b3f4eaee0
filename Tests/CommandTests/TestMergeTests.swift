import Foundation
import TestSupport
import Testing

/// `interleave test merge`: the results of several machines.
@Suite(.startsProcesses) struct TestMergeTests {
    let folder: Folder
    init() throws { folder = try Folder() }

    /// A file as `test --json` writes it.
    private func write(_ tests: [(name: String, status: String)], part: String?, to name: String) throws -> String {
        let list = tests.map { test in
            """
            {"name": "\(test.name)", "file": "/a/Tests.swift", "line": 3, "status": "\(test.status)", "reason": "", "executions": 7,
             "seconds": 0.25, "report": {"verdict": "\(test.status == "failed" ? "race" : "none")", "complete": true, "further": [1, 2.5, null, true]}
             \(test.status == "failed" ? #", "text": "two threads write count""# : "")}
            """
        }
        let shard = part.map { #", "shard": {"number": \#($0.prefix(1)), "count": \#($0.suffix(1))}"# } ?? ""
        let file = folder.file(name)
        try "{\"tests\": [\(list.joined(separator: ","))], \"counts\": {}\(shard)}".write(toFile: file, atomically: true, encoding: .utf8)
        return file
    }

    private func merge(_ files: String...) throws -> Commands.Outcome { try Commands.run(["test", "merge"] + files, in: folder) }

    @Test("All parts together have the failures, the counts, the exit code and the JUnit file of one run")
    func parts() throws {
        let two = try write([("A.b()", "failed"), ("A.c()", "passed")], part: "2/2", to: "2.json")
        let one = try write([("A.a()", "refused")], part: "1/2", to: "1.json"), junit = folder.file("all.xml")
        let merged = try merge(two, one, "--junit", junit)
        #expect(merged.code == 1 && merged.output.contains("FAILED   A.b(): race, 7 executions, 0.25 s"), "\(merged.errors)")
        #expect(merged.output.contains("\ntwo threads write count\n") && !merged.output.contains("A.c()"))
        #expect(merged.output.hasSuffix("3 tests: 1 passed in every interleaving, 1 failed, 1 refused.\n"))
        #expect(try JUnitDocument(String(contentsOfFile: junit, encoding: .utf8)).names == ["a()", "b()", "c()"])
        let object = try merge(one, two, "--json")
        let page = try #require(JSONSerialization.jsonObject(with: Data(object.output.utf8)) as? [String: Any])
        #expect(page["counts"] as? [String: Int] == ["passed": 1, "failed": 1, "refused": 1])
        let tests = try #require(page["tests"] as? [[String: Any]]), report = tests[1]["report"] as? [String: Any]
        #expect((report?["further"] as? [Any])?.count == 4 && (report?["further"] as? [Any])?[1] as? Double == 2.5)
    }

    @Test("A part that is missing is no success, and a part that is given twice or is not whole is refused")
    func faults() throws {
        let one = try write([("A.a()", "passed")], part: "1/3", to: "1.json")
        let three = try write([("A.c()", "passed")], part: "3/3", to: "3.json")
        let missing = try merge(three, one)
        #expect(missing.code == 3 && missing.errors.contains("part 2 of 3 is missing"), "\(missing.errors)")
        let twice = try merge(one, one, three)
        #expect(twice.code == 2 && twice.errors.contains("A.a() is in"), "\(twice.errors)")
        let other = try write([("A.d()", "passed")], part: "1/2", to: "other.json")
        #expect(try merge(one, other).errors.contains("is not one of 3 parts"))
        let half = folder.file("half.json")
        try String(String(contentsOfFile: one, encoding: .utf8).prefix(60)).write(toFile: half, atomically: true, encoding: .utf8)
        let damaged = try merge(half)
        #expect(damaged.code == 2 && damaged.errors.contains("does not have the results of tests"), "\(damaged.errors)")
        #expect(try merge(folder.file("nowhere.json")).code == 2)
    }
}
