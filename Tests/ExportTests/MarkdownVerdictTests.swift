import Schedules
import TestSupport
import Testing

@testable import Export

@Suite("A verdict in Markdown") struct MarkdownVerdictTests {
    private let versions = ["Swift 6.3.1", "Linux 6.1"]

    @Test("It has the verdict, the table, the reason, the advice, the command, the outcomes and the versions")
    func whole() { expectGolden("verdict-markdown", MarkdownVerdict(SampleSchedule.bank, versions: versions).text()) }

    @Test("A verdict without a failure has no empty parts")
    func nothingFails() {
        let text = MarkdownVerdict(ToldSchedule(subject: "a.swift", verdict: "a.swift: no interleaving fails."), versions: []).text()
        #expect(text == "<!-- Interleave: a verdict -->\n**a.swift: no interleaving fails.**\n")
    }

    @Test("A text of the program is shown, and is never markup, a mention, the end of a block or a byte for the terminal")
    func attack() {
        let text = MarkdownVerdict(SampleSchedule.attack, versions: [SampleSchedule.hostile]).text()
        #expect(!text.unicodeScalars.contains { $0.value < 0x20 && $0 != "\n" || $0.value == 0x202E || $0.value == 0x2028 })
        // Outside of code nothing but our own comment begins with "<" or mentions a user.
        var fence: Substring?, prose: [Substring] = []
        for line in text.split(separator: "\n") {
            let ticks = line.prefix { $0 == "`" }
            if let open = fence {
                if line == open { fence = nil }
            } else if ticks.count >= 3 {
                fence = ticks
            } else {
                prose.append(line)
            }
        }
        #expect(fence == nil)
        var own = prose.joined(separator: "\n").replacing(/`+[^`]*(`[^`]+)*?`+/, with: "code")
        for markup in ["<!-- Interleave: a verdict -->", "<!-- -->", "\\<", "<sub>", "</sub>"] { own = own.replacing(markup, with: "") }
        #expect(!own.contains("<"), "\(own)")
        #expect(!text.replacing(/`[^`]*`/, with: "").contains("\n@user"))
        #expect(
            prose.allSatisfy { !$0.hasPrefix("| ") || $0.replacing("\\|", with: "").count { $0 == "|" } == 5 },
            "a bar ends a cell")
    }

    @Test("Code keeps its backticks", arguments: [("a", "`a`"), ("a`b", "``a`b``"), ("`", "`` ` ``"), ("", "`\"\"`")])
    func code(_ text: String, _ expected: String) { #expect(MarkdownText.code(text) == expected) }

    @Test("A block is longer than any run of backticks in it")
    func block() { #expect(MarkdownText.block(["````"]) == ["`````text", "````", "`````"]) }
}
