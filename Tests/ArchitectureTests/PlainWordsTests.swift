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
    ///
    /// (It goes through the bytes: there are millions of them, and this code is not optimized.)
    private static func texts(of file: URL, isTest: Bool) throws -> [Text] {
        let name = file.path.dropFirst(ArchitectureTests.root.path.count + 1)
        var texts: [Text] = [], isInBlock = false
        let lines = try Array(Data(contentsOf: file)).split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        for (index, line) in lines.enumerated() {
            func add(_ words: ArraySlice<UInt8>) {
                let parts = String(decoding: words, as: UTF8.self).split(separator: "`", omittingEmptySubsequences: false)
                let plain = parts.enumerated().filter { $0.offset % 2 == 0 }.map { String($0.element) }.joined()
                    .trimmingCharacters(in: .whitespaces)
                // (A literal of one word is a value.)
                if plain.contains(" ") { texts.append(Text(file: String(name), line: index + 1, words: plain)) }
            }
            if tripleQuotes(in: line) % 2 == 1 {
                isInBlock.toggle()
            } else if isInBlock {
                // (In tests such a literal is a program, or what one prints.)
                if !isTest { add(line) }
            } else {
                let comment = commentStart(in: line)
                if let comment { add(line[comment...].drop { $0 == UInt8(ascii: "/") }) }
                literals(in: line[..<(comment ?? line.endIndex)]).forEach(add)
            }
        }
        return texts
    }

    private static let quote = UInt8(ascii: "\"")

    private static func tripleQuotes(in line: ArraySlice<UInt8>) -> Int {
        var count = 0, quotes = 0
        for byte in line {
            quotes = byte == quote ? quotes + 1 : 0
            if quotes == 3 { (count, quotes) = (count + 1, 0) }
        }
        return count
    }

    /// The first two slashes at the start of the line or behind a space.
    private static func commentStart(in line: ArraySlice<UInt8>) -> Int? {
        let slash = UInt8(ascii: "/"), space = UInt8(ascii: " ")
        return line.indices.dropLast().first { at in
            line[at] == slash && line[at + 1] == slash && (at == line.startIndex || line[at - 1] == space)
        }
    }

    private static func literals(in code: ArraySlice<UInt8>) -> [ArraySlice<UInt8>] {
        var found: [ArraySlice<UInt8>] = [], start: Int?, isEscaped = false
        for at in code.indices {
            if isEscaped {
                isEscaped = false
            } else if code[at] == UInt8(ascii: "\\") {
                isEscaped = start != nil
            } else if code[at] == quote {
                if let first = start { found.append(code[first..<at]) }
                start = start == nil ? at + 1 : nil
            }
        }
        return found
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
        let regex = try NSRegularExpression(pattern: banned.pattern, options: .anchorsMatchLines)
        #expect(Self.all.count > 10_000)
        for match in regex.matches(in: Self.joined, range: NSRange(location: 0, length: Self.joined.utf16.count)) {
            let line = Self.joined.utf16.prefix(match.range.location).count { $0 == 10 }
            let text = Self.all[line]
            Issue.record("\(text.file):\(text.line): \"\(text.words)\". Write \(banned.instead), not \"\(banned.words)\".")
        }
    }

    /// A line for each text: one search in all of them is much quicker than one in each.
    private static let joined = all.map { $0.words }.joined(separator: "\n")
}
