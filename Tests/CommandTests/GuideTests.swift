import Foundation
import TestSupport
import Testing

/// The files that docs/add-a-lab.md and docs/add-an-exercise.md tell a newcomer to write.
@Suite(.startsProcesses) struct GuideTests {
    let folder: Folder
    init() throws { folder = try Folder() }

    private static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()

    /// Writes the files of a guide into the folder: the blocks of code that follow a line with a path and a colon. Their paths.
    private func files(of guide: String) throws -> [String] {
        let text = try String(contentsOf: Self.root.appendingPathComponent("docs/\(guide).md"), encoding: .utf8)
        let blocks = text.matches(of: /(?m)^`([\w\/.+-]+\/[\w.+-]+)`:\n\n```\w*\n([\s\S]*?\n)```$/)
        return try blocks.map { block in
            let path = String(block.output.1), file = URL(fileURLWithPath: folder.file(path))
            try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
            try Data(block.output.2.utf8).write(to: file)
            return path
        }
    }

    /// The verdict of exploring a function of some files.
    private func verdict(_ entry: String, _ files: [String]) throws -> String {
        struct Report: Decodable {
            var verdict: String
            var complete: Bool
        }
        let outcome = try Commands.run(["explore", "--json", "--entry", entry] + files.map(folder.file), in: folder)
        let report = try JSONDecoder().decode(Report.self, from: Data(outcome.output.utf8))
        #expect(report.complete)
        return report.verdict
    }

    @Test("The lab of docs/add-a-lab.md brings the verdicts that it declares")
    func lab() throws {
        let files = try files(of: "add-a-lab")
        #expect(files.contains("Labs/Darkroom/main.swift") && files.contains("Labs/Darkroom/README.md"))
        let explored = files.filter { $0.contains("/Scenario/") } + ["Labs/Darkroom/Explored.swift"]
        #expect(explored.count == 4)
        #expect(try verdict("concurrent", explored) == "assertion")
        #expect(try verdict("serial", explored) == "none")
    }

    @Test("Only the solutions in docs/add-an-exercise.md are right in every interleaving")
    func exercise() throws {
        _ = try files(of: "add-an-exercise")
        let written = try Commands.run(["exercises", "attempts", "--exercises", folder.path, "--into", folder.file("whole")], in: folder)
        let attempts = written.output.split(separator: "\n").map(String.init)
        #expect(attempts.count == 6, "\(written.errors)")
        for attempt in attempts.map({ $0.replacing("\(folder.path)/", with: "") }) {
            let verdict = try verdict("twoAdd", [attempt, "Exercises/counter/Explored.swift"])
            let isRight = !attempt.contains("/Wrong/") && !attempt.hasSuffix("Starter.swift")
            #expect((verdict == "none") == isRight, "\(attempt): \(verdict)")
        }
    }

    @Test("The files in docs/add-an-exercise.md are those that `interleave exercises new` writes")
    func skeleton() throws {
        let home = folder.file("course")
        #expect(try Commands.run(["exercises", "new", "counter", "--exercises", home], in: folder).code == 0)
        // Its task has indented code, which keeps its lines.
        let task = try Commands.run(["grade", "counter", "--exercises", home, "--task"], in: folder).output
        #expect(task.contains("\n    init()\n    func add()\n"), "\(task)")
        let shown = try files(of: "add-an-exercise")
        // The learner's file is made by the commands.
        let written = try FileManager.default.subpathsOfDirectory(atPath: home).filter {
            $0.contains(".") && $0 != "Exercises/counter/Exercise.swift"
        }
        #expect(shown.sorted() == written.sorted())
        for file in written {
            #expect(
                try String(contentsOfFile: "\(home)/\(file)", encoding: .utf8) == String(contentsOfFile: folder.file(file), encoding: .utf8)
            )
        }
    }

    @Test("The path in docs/start-here.md has all exercises, in the order in which `learn` goes on")
    func path() throws {
        let text = try String(contentsOf: Self.root.appendingPathComponent("docs/start-here.md"), encoding: .utf8)
        let path = text.matches(of: /\| exercise \[`([\w-]+)`\]/).map { String($0.output.1) }
        let exercises = try FileManager.default.contentsOfDirectory(atPath: Self.root.appendingPathComponent("Exercises").path)
        #expect(path == exercises.filter { $0.contains("-") }.sorted())
    }

    @Test("The Swift files of the guides are formatted as the package is", arguments: ["add-a-lab", "add-an-exercise"])
    func format(_ guide: String) throws {
        let files = try files(of: guide).filter { $0.hasSuffix(".swift") }
        #expect(files.count > 4)
        let configuration = Self.root.appendingPathComponent(".swift-format").path
        let lint = try Commands.run(
            "/usr/bin/env", ["swift", "format", "lint", "--strict", "--configuration", configuration] + files.map(folder.file), in: folder)
        #expect(lint.code == 0, "\(lint.errors)")
    }
}
