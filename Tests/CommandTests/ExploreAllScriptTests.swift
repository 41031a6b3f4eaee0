import Foundation
import TestSupport
import Testing

/// The script of `docs/continuous-integration.md`: its text, and its results for programs.
@Suite(.startsProcesses) struct ExploreAllScriptTests {
    private let folder: Folder
    init() throws { folder = try Folder() }

    private static let script = ProgramDocument.root.appendingPathComponent("Tests/Programs/Examples/explore-all.sh")

    @Test("The document shows the whole script")
    func text() throws {
        var document = try ProgramDocument("continuous-integration")
        let block = try #require(document.blocks.first { $0.language == "sh" })
        let text = try String(contentsOf: Self.script, encoding: .utf8)
        try document.expect(String(text.dropLast()), in: block)
    }

    @Test("The script tells bugs, errors and programs that are not complete apart, and fails for the first two")
    func verdicts() throws {
        let programs = folder.file("programs")
        try FileManager.default.createDirectory(atPath: programs, withIntermediateDirectories: true)
        let verdicts = try ProgramDocument("verdicts").folder.path
        for name in ["Race", "RaceFixed", "Refused", "NotFinished"] {
            try FileManager.default.copyItem(atPath: "\(verdicts)/\(name).swift", toPath: "\(programs)/\(name).swift")
        }
        func run() throws -> Commands.Outcome {
            let path = "\(Commands.buildFolder):\(ProcessInfo.processInfo.environment["PATH"] ?? "")"
            return try Commands.run(
                "/bin/sh", [Self.script.path, programs, folder.file("results")], in: folder, environment: ["PATH": path])
        }
        let outcome = try run()
        #expect(outcome.code == 1, "\(outcome.errors)")
        #expect(outcome.output == "not complete: NotFinished\nBUG: Race: race\nok: RaceFixed\nERROR 2: Refused\n")
        for name in ["Race", "Refused", "NotFinished"] { try FileManager.default.removeItem(atPath: "\(programs)/\(name).swift") }
        #expect(try run().code == 0)
    }
}
