import Foundation
import Testing

/// A lint over string literals and comments: words that a reader with intermediate English stumbles over stay out.
@Suite struct PlainWordsTests {
    /// A word that may not be used, and the word to write instead.
    struct Banned: Sendable {
        var words: String
        var instead: String
        var pattern: String

        /// - Parameter pattern: a regular expression; nil: the words themselves, as whole words.
        init(_ words: String, _ instead: String, _ pattern: String? = nil) {
            self.words = words
            self.instead = instead
            self.pattern = pattern ?? "\\b\(words)\\b"
        }
    }

    static let banned = [
        Banned("at once", "\"immediately\" or \"at the same time\""),
        Banned("whoever", "the thread, the caller, the owner"),
        Banned("nobody, somebody, everybody", "no thread, another thread, all threads", "\\b([Nn]obody|[Ss]omebody|[Ee]verybody)\\b"),
        Banned("hand over", "submit", "\\bhand(s|ed|ing)? (it |them |work |items? |blocks? )?over\\b"),
        Banned("in line", "queued", "\\bin line\\b(?! ?[\\\\0-9])"),
        Banned("round and round", "spins, loops"),
        Banned("stands still", "is blocked", "\\b(stands?|stood) still\\b"),
        Banned("anew", "again", "(?<!-)\\banew\\b"),
        Banned("dice", "random choice"),
        Banned("by lot", "at random"),
        Banned("may not", "\"must not\" or \"cannot\""),
        Banned("comes to its end", "finishes, ends", "\\bcom(e|es|ing) to (its|their|an) end\\b"),
        // (A question may begin so.)
        Banned(
            "Who, What, Of at the start of a sentence", "the subject's name",
            "(^|[.!?] )(Whoever|Of|(Who|What)(?! (happens|does|do|did|is|are|will|can|must|else))) [a-z]"),
    ]

    private struct Text: Sendable {
        var file: String
        var line: Int
        var words: String
    }

    /// The comments and string literals of a file, a line each. What stands in backquotes is a name, and is left out.
    private static func texts(of file: URL, isTest: Bool) throws -> [Text] {
        let name = file.path.dropFirst(ArchitectureTests.root.path.count + 1)
        var texts: [Text] = [], isInBlock = false
        let lines = try String(contentsOf: file, encoding: .utf8).split(separator: "\n", omittingEmptySubsequences: false)
        for (index, line) in lines.enumerated() {
            func add(_ words: Substring) {
                let plain = words.replacing(/`[^`]*`/, with: "").trimmingCharacters(in: .whitespaces)
                // (A literal of one word is a value.)
                if plain.contains(" ") { texts.append(Text(file: String(name), line: index + 1, words: plain)) }
            }
            if line.ranges(of: "\"\"\"").count % 2 == 1 {
                isInBlock.toggle()
                continue
            }
            if isInBlock {
                // (In tests such a literal is a program, or what one prints.)
                if !isTest { add(line) }
                continue
            }
            var code = line[...]
            if let comment = line.firstMatch(of: /(^|\s)\/\/+(.*)$/) {
                add(comment.output.2)
                code = line[..<comment.range.lowerBound]
            }
            for literal in code.matches(of: /"((?:[^"\\]|\\.)*)"/) { add(literal.output.1) }
        }
        return texts
    }

    /// All texts of the package. The programs in Tests are left out: they are what users might write.
    private static let all: [Text] = {
        let programs = ["/Programs/", "/Correct/", "/Explored/"], lints = ["PlainWordsTests.swift", "LinkTests.swift"]
        let files = (try? ArchitectureTests.sources()) ?? []
        return files.filter { file in
            let isTest = file.path.contains("/Tests/")
            return !lints.contains(file.lastPathComponent) && !(isTest && programs.contains(where: file.path.contains))
        }.flatMap { (try? texts(of: $0, isTest: $0.path.contains("/Tests/"))) ?? [] }
    }()

    @Test("No string literal and no comment has a word that plain English has a better one for", arguments: banned)
    func words(_ banned: Banned) throws {
        let regex = try NSRegularExpression(pattern: banned.pattern)
        #expect(Self.all.count > 10_000)
        for text in Self.all {
            let whole = NSRange(text.words.startIndex..., in: text.words)
            guard regex.firstMatch(in: text.words, range: whole) != nil else { continue }
            Issue.record("\(text.file):\(text.line): \"\(text.words)\". Write \(banned.instead), not \"\(banned.words)\".")
        }
    }
}
