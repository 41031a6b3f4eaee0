import Testing
import Words

@Suite struct LineFillingTests {
    private func lines(_ text: String, _ width: Int, indent: String = "", hanging: String? = nil) -> [String] {
        LineFilling.lines(of: text.split(separator: " ", omittingEmptySubsequences: false), width: width, indent: indent, hanging: hanging)
    }

    @Test("A line is as full as its width allows, and a longer word has a line of its own")
    func full() {
        #expect(lines("one two three four", 9) == ["one two", "three", "four"])
        #expect(lines("one two three four", 10) == ["one two", "three four"])
        #expect(lines("a synchronization b", 6) == ["a", "synchronization", "b"])
        #expect(lines("", 9) == [""])
    }

    @Test("The first line has its indent, and the others have theirs")
    func indents() {
        #expect(lines("one two three", 9, indent: "  ") == ["  one two", "  three"])
        #expect(lines("one two three", 9, indent: "- ", hanging: "    ") == ["- one two", "    three"])
    }

    @Test("Blanks beside a break are left out, and all others stay")
    func blanks() {
        #expect(lines("one  two   three", 9) == ["one  two", "three"])
        #expect(lines("  one two  ", 5) == ["  one", "two  "])
        #expect(LineFilling.wrap("one  two   three", width: 9, hanging: 1) == ["one  two", " three"])
    }

    @Test("Columns are those of a terminal")
    func measured() {
        #expect(LineFilling.lines(of: ["写真", "写真"], width: 6) == ["写真", "写真"])
        #expect(LineFilling.wrap("写真写真", width: 5, hanging: 0) == ["写真", "写真"])
    }

    @Test("A word can be broken at any letter, and each piece fits")
    func anywhere() {
        #expect(LineFilling.anywhere("abcdefg", 3) == ["abc", "def", "g"])
        #expect(LineFilling.anywhere("写真写", 3) == ["写", "真", "写"])
        #expect(LineFilling.anywhere("写真", 1) == ["写", "真"])
    }

    @Test("Code between back quotes stays in one line, and other long words are broken after a sign")
    func code() {
        #expect(
            LineFilling.wrap("run `swift test --filter A` now", width: 12, hanging: 2) == ["run", "  `swift test --filter A`", "  now"])
        let long = LineFilling.wrap("Sources/Words/LineFilling.swift", width: 16, hanging: 0)
        #expect(long.joined() == "Sources/Words/LineFilling.swift" && long.allSatisfy { $0.count <= 16 } && long[0].hasSuffix("/"))
    }
}
