import Foundation
import Synchronization
import TestSupport
import Testing

/// The documents that show programs stay true: each program is a file, has the stated verdict, and
/// prints the shown output.
@Suite(.startsProcesses) struct ProgramDocumentTests {
    private struct Report: Decodable {
        struct Failure: Decodable {
            var token: String
        }
        struct Outcome: Decodable {
            var token: String?
        }
        var verdict: String
        var failure: Failure?
        var distinctOutcomes: [Outcome]
        /// The first file that the document can mean.
        var token: String? { failure?.token ?? distinctOutcomes.first?.token }
    }

    let folder: Folder
    init() throws { folder = try Folder() }

    /// Runs interleave beside the programs, as the document shows it.
    private func run(_ arguments: [String], of document: ProgramDocument) throws -> Commands.Outcome {
        try Commands.run("/usr/bin/env", ["--chdir=\(document.folder.path)", Commands.interleave] + arguments, in: folder)
    }

    /// Results of earlier tests: a program is explored once for its verdict and its token.
    private static let explored = Mutex<[String: Commands.Outcome]>([:])

    private func explore(_ arguments: [String], of document: ProgramDocument) throws -> Commands.Outcome {
        let key = (["\(document.folder.path)"] + arguments).joined(separator: " ")
        if let known = Self.explored.withLock({ $0[key] }) { return known }
        let outcome = try run(["explore", "--json"] + arguments, of: document)
        Self.explored.withLock { $0[key] = outcome }
        return outcome
    }

    @Test("The documents show the whole text of each program", arguments: ProgramDocument.programs)
    func text(_ program: ProgramDocument.Part) throws {
        var document = try ProgramDocument(program.document)
        let block = try #require(document.code(of: program.text))
        let text = try String(contentsOf: document.folder.appendingPathComponent(program.text), encoding: .utf8)
        try document.expect(String(text.dropLast()), in: block)
    }

    @Test("docs/verdicts.md names every program of its folder, and no program twice")
    func programs() throws {
        let document = try ProgramDocument("verdicts")
        #expect(document.verdicts.map(\.name).sorted() == document.files)
        #expect(document.files.count > 20)
    }

    @Test(
        "Every program has the verdict and the exit code that docs/verdicts.md names",
        arguments: Corpus.part(try ProgramDocument("verdicts").verdicts))
    func verdict(_ program: ProgramDocument.Program) throws {
        let outcome = try explore(program.options + [program.name], of: try ProgramDocument("verdicts"))
        let report = try? JSONDecoder().decode(Report.self, from: Data(outcome.output.utf8))
        #expect(outcome.code == program.code, "\(outcome.errors)")
        #expect(report?.verdict == program.verdict, "\(outcome.errors)")
    }

    @Test("The output that the documents show is real", arguments: Corpus.part(ProgramDocument.commands))
    func output(_ command: ProgramDocument.Part) throws {
        var document = try ProgramDocument(command.document)
        let block = try #require(document.output(of: command.text))
        let words = command.text.split(separator: " ").map(String.init)
        if words.starts(with: ["$", "swiftc"]) {
            let shown = try inShell(String(command.text.dropFirst(2)), of: document)
            return try document.expect(command.text + "\n" + shown, in: block)
        }
        try #require(words.starts(with: ["$", "swift", "run", "interleave"]))
        let arguments = Array(words.dropFirst(4))
        let shown: String
        if arguments.first == "replay" {
            let explored = try explore(arguments.dropFirst(2).filter { $0 != "--step" }, of: document)
            let report = try JSONDecoder().decode(Report.self, from: Data(explored.output.utf8))
            let token = try #require(report.token)
            #expect(arguments[1] == (document.showsAll ? token : "TOKEN"))
            let output = try run(["replay", token] + arguments.dropFirst(2), of: document).output
            shown = Self.events(output, most: document.showsAll ? .max : 14)
        } else {
            let outcome = try run(arguments, of: document)
            let output = outcome.output + outcome.errors
            shown = document.showsAll ? Self.all(output) : Self.finding(output)
        }
        try document.expect(command.text + "\n" + shown, in: block)
    }

    @Test("The server of docs/worked-case.md compiles, before and after the change that the page shows")
    func server() throws {
        let document = try ProgramDocument("worked-case")
        let text = try String(contentsOf: document.folder.appendingPathComponent("server.swift"), encoding: .utf8)
        let change = try #require(document.blocks.last { $0.language == "swift" })
        let function = try #require(text.firstMatch(of: /func albumPage\(\) throws {\n(?: .*\n)*}/))
        let changed = text.replacing(function.output, with: document.lines[change.lines].joined(separator: "\n"))
        #expect(changed != text)
        for program in [text, changed] {
            let file = folder.file("server.swift")
            try program.write(toFile: file, atomically: true, encoding: .utf8)
            let outcome = try Commands.run("/usr/bin/env", ["swiftc", "-typecheck", file], in: folder)
            #expect(outcome.code == 0, "\(outcome.errors)")
        }
    }

    /// The output of a command of the shell that compiles programs of a document and runs them.
    private func inShell(_ command: String, of document: ProgramDocument) throws -> String {
        for program in command.split(separator: " ") where program.hasSuffix(".swift") {
            try FileManager.default.copyItem(
                at: document.folder.appendingPathComponent(String(program)), to: URL(fileURLWithPath: folder.file(String(program))))
        }
        let outcome = try Commands.shell("cd '\(folder.path)' && \(command)", in: folder)
        #expect(outcome.code == 0, "\(outcome.errors)")
        return outcome.output
    }

    /// The first finding, up to its advice; without a finding, the whole output. Times and tokens
    /// are replaced by placeholders.
    private static func finding(_ output: String) -> String {
        var lines = output.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        if let end = lines.firstIndex(where: { $0.hasPrefix("  Step  ") }) {
            lines = lines[..<end] + ["  …"]
        }
        return all(lines.joined(separator: "\n"))
            .replacing(/\b[0-9a-z]*[0-9][a-z][0-9a-z]*[0-9][0-9a-z]*\b/) { $0.output.count > 9 ? "TOKEN" : String($0.output) }
    }

    /// The whole output, as the package's own program prints it. Times are replaced by placeholders.
    private static func all(_ output: String) -> String {
        var lines = output.split(separator: "\n", omittingEmptySubsequences: false)
        while lines.last == "" { lines.removeLast() }
        return lines.joined(separator: "\n")
            .replacing(/in\s+[0-9.]+\s+s\b/, with: "in … s")
            .replacing(/"seconds" : [0-9.]+/, with: "\"seconds\" : …")
            .replacing(Commands.interleave, with: "swift run interleave")
    }

    /// The schedule, event by event: of one with more than `most` events the first ten and the last three.
    private static func events(_ output: String, most: Int) -> String {
        var events: [String] = []
        for line in output.split(separator: "\n", omittingEmptySubsequences: false) {
            if line.isEmpty { break }
            if line.hasPrefix("#") || events.isEmpty { events.append(String(line)) } else { events[events.count - 1] += "\n\(line)" }
        }
        if events.count > most { events = events.prefix(10) + ["…"] + events.suffix(3) }
        return events.joined(separator: "\n")
    }
}
