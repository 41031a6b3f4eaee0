import Foundation
import Testing

/// A document of the folder `docs` that shows programs of a folder of `Tests/Programs`, and
/// interleave's output for them.
///
/// A program's name is a link to its file; the first block of Swift after it is its text. A block of the kind `console` begins with a command
/// that is given in the programs' folder; the rest of it is what that prints, shortened.
struct ProgramDocument {
    /// A program, and the document's text about it.
    struct Program: Sendable, CustomStringConvertible {
        var name: String
        /// The options that it is explored with.
        var options: [String]
        /// Nil if the document says that there is no verdict.
        var verdict: String?
        var code: Int32
        var description: String { name }
    }

    /// The lines between two fences.
    struct Block {
        var language: String
        var lines: Range<Int>
    }

    /// A program or a command, and the document that it is in.
    struct Part: Sendable, CustomStringConvertible {
        var document: String
        var text: String
        var description: String { "\(document): \(text)" }
    }

    /// The documents, and the folder in which the programs of each are.
    static let folders = [
        "verdicts": "Verdicts", "your-own-code": "Examples", "continuous-integration": "Verdicts", "explorer": "Examples",
        "worked-case": "Server",
        "your-own-program": "Examples",
    ]
    static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()

    let name: String
    var lines: [String]
    /// It shows all that a command prints, with the tokens. The others show the first finding.
    var showsAll: Bool { name == "worked-case" }
    var file: URL { Self.root.appendingPathComponent("docs/\(name).md") }
    var folder: URL { Self.root.appendingPathComponent("Tests/Programs/\(Self.folders[name] ?? name)") }

    init(_ name: String) throws {
        self.name = name
        lines = try String(contentsOf: Self.root.appendingPathComponent("docs/\(name).md"), encoding: .utf8)
            .split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    }

    static let all: [ProgramDocument] = folders.keys.sorted().compactMap { try? ProgramDocument($0) }
    /// The programs whose text a document shows.
    static let programs: [Part] = all.flatMap { document in
        document.links.map { Part(document: document.name, text: $0) }
    }
    /// The commands whose output a document shows.
    static let commands: [Part] = all.flatMap { document in
        document.blocks.filter { $0.language == "console" }.map { Part(document: document.name, text: document.lines[$0.lines.lowerBound]) }
    }

    /// The programs' files, as links from this document, from the folder on.
    var links: [String] {
        lines.joined(separator: "\n").matches(of: /\]\(\.\.\/Tests\/Programs\/\w+\/([\w\/]+\.swift)\)/).map { String($0.output.1) }
    }

    /// The files that the folder holds.
    var files: [String] { ((try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []).sorted() }

    /// The programs whose verdict a document states.
    var verdicts: [Program] {
        // A sentence may be broken over two lines.
        let text = lines.joined(separator: " ")
        let said =
            /\[(?<name>\w+\.swift)\]\(\.\.\/Tests\/Programs\/\w+\/\w+\.swift\)(, explored with +`(?<options>[^`]+)`)?: +(no verdict|verdict `(?<verdict>\w+)`), exit code (?<code>\d)/
        return text.matches(of: said).map { match in
            Program(
                name: String(match.name), options: (match.options ?? nil).map { $0.split(separator: " ").map(String.init) } ?? [],
                verdict: (match.verdict ?? nil).map(String.init), code: Int32(match.code) ?? -1)
        }
    }

    /// The blocks between fences, in the order of the document.
    var blocks: [Block] {
        var blocks: [Block] = [], start: Int?, language = ""
        for (index, line) in lines.enumerated() where line.hasPrefix("```") {
            if let first = start {
                blocks.append(Block(language: language, lines: first..<index))
                start = nil
            } else {
                start = index + 1
                language = String(line.dropFirst(3))
            }
        }
        return blocks
    }

    /// The block that follows the first line that links to a program.
    func code(of program: String) -> Block? {
        guard let line = lines.firstIndex(where: { $0.contains("Programs/\(folder.lastPathComponent)/\(program))") }) else { return nil }
        return blocks.first { $0.language == "swift" && $0.lines.lowerBound > line }
    }

    /// The block with the output of a command.
    func output(of command: String) -> Block? { blocks.first { $0.language == "console" && lines[$0.lines.lowerBound] == command } }

    /// Compares a block with what it has to be, apart from where its lines break; `INTERLEAVE_RECORD_GOLDEN=1 swift test` writes it into the
    /// document.
    mutating func expect(_ text: String, in block: Block, sourceLocation: SourceLocation = #_sourceLocation) throws {
        func plain(_ text: String) -> String {
            text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        }
        let shown = lines[block.lines].joined(separator: "\n")
        if ProcessInfo.processInfo.environment["INTERLEAVE_RECORD_GOLDEN"] == "1" {
            guard plain(shown) != plain(text) else { return }
            lines.replaceSubrange(block.lines, with: text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init))
            try lines.joined(separator: "\n").write(to: file, atomically: false, encoding: .utf8)
        } else {
            #expect(
                plain(shown) == plain(text), "docs/\(name).md shows something else. Look at it, then record it.",
                sourceLocation: sourceLocation)
        }
    }
}
