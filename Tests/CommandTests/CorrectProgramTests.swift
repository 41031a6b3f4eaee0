import Foundation
import TestSupport
import Testing

/// Programs in common styles of Swift: a correct one gets no complaint, and each mistake put into
/// one is found.
@Suite(.startsProcesses) struct CorrectProgramTests {
    /// The needed part of the output of `interleave explore --json`.
    struct Report: Decodable {
        struct Finding: Decodable {
            var kind: String
            var summary: String
        }
        struct Outcome: Decodable, Equatable {
            var outcome: String
            var executions: Int
            var token: String
        }
        var verdict: String
        var complete: Bool
        var executions: Int
        var blocked: Int
        var distinctOutcomes: [Outcome]
        var findings: [Finding]
    }

    private static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("Correct").path

    private static func programs(in kind: String = "") -> [String] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: "\(folder)/\(kind)")) ?? []
        return names.filter { $0.hasSuffix(".swift") }.sorted().map { kind.isEmpty ? $0 : "\(kind)/\($0)" }
    }

    private func explore(_ file: String, _ options: [String] = [], code: Int32) throws -> Report {
        let folder = try Folder()
        let outcome = try Commands.run(["explore", "--json", file] + options, in: folder)
        try #require(outcome.code == code, "\(outcome.output.prefix(1000)) \(outcome.errors)")
        return try JSONDecoder().decode(Report.self, from: Data(outcome.output.utf8))
    }

    private func expectNothing(_ program: String) throws {
        let report = try explore("\(Self.folder)/\(program)", code: 0)
        #expect(report.verdict == "none")
        #expect(report.complete)
    }

    @Test("A correct program gets no complaint, and every interleaving is run", arguments: Corpus.part(programs()))
    func right(_ program: String) throws { try expectNothing(program) }

    @Test(
        "A correct program with Swift tasks and actors gets no complaint",
        .enabled(if: explores("func scenario() async {}\n"), "tasks cannot be explored yet"),
        arguments: Corpus.part(programs(in: "Tasks")))
    func rightTasks(_ program: String) throws { try expectNothing(program) }

    @Test(
        "A correct program with operations gets no complaint",
        .enabled(if: explores(operations), "operations cannot be explored yet"), arguments: Corpus.part(programs(in: "Operations")))
    func rightOperations(_ program: String) throws { try expectNothing(program) }

    private static let operations = """
        import Foundation
        func scenario() -> Int {
            var number = 0
            let queue = OperationQueue()
            queue.addOperation { number += 1 }
            queue.waitUntilAllOperationsAreFinished()
            return number
        }

        """

    /// Whether a scenario can be explored at present.
    private static func explores(_ text: String) -> Bool {
        guard let folder = try? Folder(), (try? Data(text.utf8).write(to: URL(fileURLWithPath: folder.file("probe.swift")))) != nil else {
            return false
        }
        return (try? Commands.run(["explore", folder.file("probe.swift")], in: folder).code) == 0
    }

    @Test(
        "Memory addresses have no effect: the report is the same if they differ in each execution",
        arguments: [
            "RecycledBlocks", "AtomicPublication", "LastOwner", "CopyOnWrite", "Operations/Dependencies", "Tasks/ActorCache",
            "Tasks/GroupOfTasks",
        ])
    func scattered(_ program: String) throws {
        let file = "\(Self.folder)/\(program).swift"
        let usual = try explore(file, code: 0), scattered = try explore(file, ["--scatter-memory"], code: 0)
        #expect(scattered.complete && scattered.verdict == "none")
        #expect(scattered.executions == usual.executions && scattered.blocked == usual.blocked)
        #expect(scattered.distinctOutcomes == usual.distinctOutcomes)
    }

    @Test("A mistake of one line is found, with the right verdict", arguments: Corpus.part(PlantedMistake.all))
    func wrong(_ mistake: PlantedMistake) throws {
        let text = try String(contentsOfFile: "\(Self.folder)/\(mistake.program).swift", encoding: .utf8)
        try #require(text.contains(mistake.right))
        let folder = try Folder(), file = folder.file("\(mistake.program).swift")
        try text.replacingOccurrences(of: mistake.right, with: mistake.wrong).write(toFile: file, atomically: false, encoding: .utf8)
        let report = try explore(file, code: 1)
        #expect(report.findings.map(\.kind).contains(mistake.kind))
        #expect(report.complete)
    }
}
