import Foundation
import System
import TestSupport
import Testing

/// docs/cli.md: each command has a section, whose heading names it.
@Suite("docs/cli.md lists the options and output of every command", .startsProcesses) struct DocumentedOptionsTests {
    let folder: Folder
    init() throws { folder = try Folder() }

    private static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()

    private static func page() throws -> String {
        try String(contentsOf: root.appendingPathComponent("docs/cli.md"), encoding: .utf8)
    }

    /// The text below the heading that begins with these words, up to the next heading.
    private static func section(_ heading: String) throws -> Substring {
        let lines = try page().split(separator: "\n", omittingEmptySubsequences: false)
        // (`interleave lab` is not `interleave labs`.)
        func isIt(_ line: Substring) -> Bool {
            line.hasPrefix("#") && line.firstRange(of: heading).map { line[$0.upperBound...].first?.isLetter != true } == true
        }
        let start = try #require(lines.firstIndex(where: isIt), "no heading has '\(heading)'")
        let end = lines[(start + 1)...].firstIndex { $0.hasPrefix("#") } ?? lines.endIndex
        return Substring(lines[start..<end].joined(separator: "\n"))
    }

    /// The options that a page of help lists: lines that begin with a dash.
    private static func options(_ help: String) -> Set<String> {
        let lines = help.split(separator: "\n").filter { $0.hasPrefix("  -") }
        // The description of an option comes after two spaces.
        let heads = lines.compactMap { $0.dropFirst(2).split(separator: "  ").first }
        let names = heads.flatMap { $0.matches(of: /--?[a-z][a-z-]*/).map { String($0.output) } }
        return Set(names).subtracting(["-h", "--help", "--version"])
    }

    /// The options in the first column of the tables of a section.
    private static func documented(_ section: Substring) -> Set<String> {
        let cells = section.split(separator: "\n").filter { $0.hasPrefix("| `-") }.compactMap { $0.split(separator: "|").first }
        return Set(cells.flatMap { $0.matches(of: /`(--?[a-z][a-z-]*)/).map { String($0.output.1) } })
    }

    /// The names that a page of help lists as its subcommands.
    private static func subcommands(_ help: String) -> [String] {
        let lines = help.split(separator: "\n").drop { $0 != "SUBCOMMANDS:" }.dropFirst().prefix { $0.hasPrefix("  ") }
        return lines.filter { !$0.hasPrefix("   ") }.compactMap { $0.split(separator: " ").first.map(String.init) }.filter { $0 != "See" }
    }

    @Test("Each command has a section, and the options in its table are those of --help")
    func commands() throws {
        var commands = Self.subcommands(try Commands.run(["--help"], in: folder).output).map { [$0] }
        #expect(commands.count >= 11)
        var seen = 0
        while let command = commands.popLast() {
            let help = try Commands.run(command + ["--help"], in: folder).output
            let section = try Self.section("`interleave \(command.joined(separator: " "))")
            #expect(Self.documented(section) == Self.options(help), "\(command)")
            commands += Self.subcommands(help).map { command + [$0] }
            seen += 1
        }
        #expect(seen >= 12)
        let manual = try String(contentsOf: Self.root.appendingPathComponent("Installation/interleave.1"), encoding: .utf8)
        for command in Self.subcommands(try Commands.run(["--help"], in: folder).output) {
            #expect(manual.contains("\n.B \(command)\n") || manual.contains("\n.BI \(command) "), "the manual page has no \(command)")
        }
    }

    @Test("The section on labs has the options of every lab")
    func labs() throws {
        let help = try Commands.run("\(Commands.buildFolder)/lab-barrier", ["--help"], in: folder).output
        let section = try Self.section("The labs"), options = Self.options(help)
        #expect(options.count > 15)
        for option in options.sorted() { #expect(section.contains("`\(option)"), "\(option)") }
    }

    @Test("Each key that explore and a lab print as JSON is named")
    func keys() throws {
        let file = folder.file("bank.swift")
        try """
        import Dispatch
        func scenario() -> Int {
            var balance = 100
            let group = DispatchGroup()
            for amount in [30, 50] { DispatchQueue.global().async(group: group) { balance -= amount } }
            group.wait()
            return balance
        }
        """.write(toFile: file, atomically: true, encoding: .utf8)
        let page = try Self.page()
        let explored = try Commands.run(["explore", file, "--json"], in: folder)
        #expect(explored.code == 1, "\(explored.errors)")
        let lab = try Commands.run(
            "\(Commands.buildFolder)/lab-barrier", ["--variant", "unprotected", "--json", "--repeat", "1"], in: folder)
        #expect(lab.code == 0, "\(lab.errors)")
        var keys: Set<String> = []
        for text in [explored.output, lab.output] { Self.collect(try JSONSerialization.jsonObject(with: Data(text.utf8)), into: &keys) }
        #expect(keys.isSuperset(of: ["verdict", "randomSeeds", "drawsRandomNumbers", "mark", "repetitions", "outOf"]))
        for key in keys.sorted() { #expect(page.contains("`\(key)`"), "docs/cli.md does not name the key \(key)") }
    }

    /// All keys of a value but those of a scenario's own observations.
    private static func collect(_ value: Any, into keys: inout Set<String>) {
        if let list = value as? [Any] { for element in list { collect(element, into: &keys) } }
        guard let object = value as? [String: Any] else { return }
        for (key, value) in object {
            keys.insert(key)
            if key != "observations" { collect(value, into: &keys) }
        }
    }
}
