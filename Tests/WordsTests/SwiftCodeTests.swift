import Testing
import Words

@Suite struct SwiftCodeTests {
    private func kinds(_ line: String) -> [String] { SwiftCode.pieces(of: [line])[0].map { "\($0.kind):\($0.text)" } }

    @Test("Keywords, strings, numbers and comments are told apart; names of members are plain")
    func pieces() {
        #expect(kinds("let x = 0x1F // ten") == ["keyword:let", "plain: x = ", "number:0x1F", "plain: ", "comment:// ten"])
        #expect(kinds("a.default.self + 1.5e3") == ["plain:a.default.self + ", "number:1.5e3"])
        #expect(kinds("@Test func letter()") == ["keyword:@Test", "plain: ", "keyword:func", "plain: letter()"])
        #expect(kinds("1...3") == ["number:1", "plain:...", "number:3"])
    }

    @Test("A string ends at its quote, not at an escaped one; a raw string ends at its number signs")
    func strings() {
        #expect(kinds(#"f("a\"b") // c"#) == ["plain:f(", #"string:"a\"b""#, "plain:) ", "comment:// c"])
        #expect(kinds(##"x = #"a"b"# + y"##) == ["plain:x = ", ##"string:#"a"b"#"##, "plain: + y"])
        // A string of one line ends with it.
        let lines = SwiftCode.pieces(of: ["print(\"open", "let y = 1"])
        #expect(lines[1].first == SwiftCode.Piece(.keyword, "let"))
    }

    @Test("Comments and strings of several lines go on, and comments nest")
    func severalLines() {
        let lines = SwiftCode.pieces(of: ["a /* b /* c */", "still */ let", "s = \"\"\"", "  let \"x\"", "  \"\"\" + 1"])
        #expect(lines[0].last?.kind == .comment)
        #expect(lines[1].map(\.kind) == [.comment, .plain, .keyword])
        #expect(lines[3].map(\.kind) == [.string])
        #expect(lines[4].map(\.kind) == [.string, .plain, .number])
    }

    @Test("The pieces of a line are the line, whatever it contains")
    func complete() {
        for line in ["", "\t x", "\"", "\\", "/*/", "#if os(Linux)", "é = \"🙂\\(f(\"x\"))\" // 写真", String(repeating: "a1\"", count: 100)] {
            #expect(SwiftCode.pieces(of: [line])[0].map(\.text).joined() == line)
        }
    }
}
