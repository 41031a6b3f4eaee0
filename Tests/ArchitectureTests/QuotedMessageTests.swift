import Foundation
import Testing

/// The messages that docs/trouble.md quotes are those that a reader sees.
@Suite struct QuotedMessageTests {
    private static let root = ArchitectureTests.root

    /// The quoted messages: lines that begin with `>`.
    static let messages: [String] = {
        let page = try? String(contentsOf: root.appendingPathComponent("docs/trouble.md"), encoding: .utf8)
        return (page ?? "").split(separator: "\n").filter { $0.hasPrefix("> ") }.map { String($0.dropFirst(2)) }
    }()

    /// The texts that print messages, with literals of several lines made into one.
    private static let sources: [Data] = {
        let folder = root.appendingPathComponent("Sources")
        let files = (FileManager.default.enumerator(atPath: folder.path)?.allObjects as? [String] ?? []).filter { $0.hasSuffix(".swift") }
        let paths = files.map { "Sources/\($0)" } + ["setup", "Tests/TestSupport/TerminalScreen.swift"]
        return paths.compactMap { try? String(contentsOf: root.appendingPathComponent($0), encoding: .utf8) }.map { text in
            let parts = text.split(separator: "\\\n", omittingEmptySubsequences: false)
            return Data(([parts[0]] + parts.dropFirst().map { $0.drop { $0 == " " } }).joined().utf8)
        }
    }()

    /// Whether a text has the parts of a message, one after the other. `…` stands for what is different each time.
    private static func prints(_ text: Data, _ message: String) -> Bool {
        var rest = text.startIndex..<text.endIndex
        for part in message.split(separator: "…").map({ $0.trimmingCharacters(in: .whitespaces) }) where !part.isEmpty {
            guard let found = text.range(of: Data(part.utf8), in: rest) else { return false }
            rest = found.upperBound..<text.endIndex
        }
        return true
    }

    @Test("Each message that docs/trouble.md quotes is in the source", arguments: messages)
    func message(_ message: String) {
        #expect(Self.sources.contains { Self.prints($0, message) }, "docs/trouble.md quotes a message that nothing prints: \(message)")
    }

    @Test("The page quotes messages, and a message that nothing prints is not found")
    func search() {
        #expect(Self.messages.count > 20)
        #expect(!Self.sources.contains { Self.prints($0, "… is linked statistically") })
    }
}
