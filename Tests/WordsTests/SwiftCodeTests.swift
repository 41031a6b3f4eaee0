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

    @Test("Three quotes with number signs begin a string of one line if it ends there")
    func threeQuotes() {
        #expect(kinds(##"f(#""":"#.utf8)"##) == ["plain:f(", ##"string:#""":"#"##, "plain:.utf8)"])
        #expect(SwiftCode.pieces(of: [##"x = #""""##, "let \"y", ##"""""# + 1"##]).last?.map(\.kind) == [.string, .plain, .number])
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

    @Test("Code in a string is part of it for the eye, also with strings of its own; comments can be left out")
    func codeInStrings() {
        #expect(kinds(#"print("a\(f("b)") + 1)c") // d"#) == ["plain:print(", #"string:"a\(f("b)") + 1)c""#, "plain:) ", "comment:// d"])
        #expect(kinds(##"let a = #/b"c/#; x"##) == ["keyword:let", "plain: a = ", ##"string:#/b"c/#"##, "plain:; x"])
        #expect(SwiftCode.withoutComments(["a // b", "/* c", "d */ e", "\"// f\""]) == ["a ", "", " e", "\"// f\""])
    }
}

@Suite struct SwiftTokensTests {
    @Test("Words are the names and operators of the code, also in strings; not those of comments, and of the text of strings")
    func words() {
        let code = ###"""
            let one = a+b // no
            /* no /* no */ no */ `default`(~=, "no \(two ?? "no \(three)") no", #"\no \#(four)"#)
            @Sendable () -> Void; #"no"#; 0x1F; """
              no \(five
                + six) no "
              """
            "no
            seven
            """###
        let names = ["let", "one", "a", "b", "default", "two", "three", "four", "Sendable", "Void", "five", "six", "seven"]
        #expect(SwiftTokens(code).words.filter { $0.first?.isLetter == true } == names)
        #expect(Set(SwiftTokens(code).words).isSuperset(of: ["=", "+", "~=", "??", "->"]))
    }

    @Test(
        "The tokens are the text, whatever it contains, and each has a place",
        arguments: [
            "", "\"", "\"\\", "\"\\(", "/*", "#", "#/", "#/\\", "#\"", "\"\"\"\n\\(\n", "é🙂 = `a\r\n", "1.5.2", "\\#(", "a///*", "x+/*y*/z",
        ])
    func complete(_ text: String) {
        let tokens = SwiftTokens(text)
        #expect(tokens.all.map(tokens.text).joined() == text)
        #expect(zip(tokens.all, tokens.all.dropFirst()).allSatisfy { $0.range.upperBound == $1.range.lowerBound })
    }

    @Test("A part of a text is read alone")
    func part() {
        let text = "let a = \"b\" // c"
        let tokens = SwiftTokens(text, in: 4..<7)
        #expect(tokens.all.map(tokens.text) == ["a", " ", "="])
    }
}

@Suite struct SwiftDeclarationsTests {
    @Test("Declarations are found by their names, with the type around them, up to their last line")
    func ranges() {
        let file = SwiftDeclarations(
            """
            struct Album {
                var text: String { "} {" }  // }
                func add(
                    _ photo: Int
                ) -> Int {
                    photo
                }
            }
            extension Album.Page { init() {} }
            """)
        #expect(file.types == ["Album"])
        #expect(file.ranges(of: ["Album"], isWhole: true) == [0...7])
        #expect(file.ranges(of: ["Album", "text"], isWhole: true) == [1...1])
        #expect(file.ranges(of: ["add"], isWhole: false) == [2...6])
        #expect(file.ranges(of: ["add"], isWhole: true).isEmpty)
        #expect(file.ranges(of: ["Album", "Page"], isWhole: true) == [8...8])
    }
}
