import Testing
import Words

@Suite struct SafeTextTests {
    @Test("A name is cut to fit a line, and nothing in it controls the terminal")
    func lines() {
        #expect(SafeText.inLine("photos") == "photos")
        #expect(SafeText.inLine("naïve") == "naïve")
        #expect(SafeText.inLine("a\u{1B}[31mb\n") == "a\\u{1B}[31mb\\n")
        let long = String(repeating: "x", count: 100)
        #expect(SafeText.inLine(long) == String(repeating: "x", count: 79) + "…")
        #expect(SafeText.inLine(long, limit: 10) == "xxxxxxxxx…")
    }

    @Test("In a text from a file, spaces and ends of lines become spaces, and other control characters a sign")
    func replaced() {
        #expect(SafeText.replaced("main.swift") == "main.swift")
        #expect(SafeText.replaced("a\tb\nc\u{1B}d\u{9B}") == "a b c\u{FFFD}d\u{FFFD}")
    }

    @Test("In ASCII, two names stay two names; a page's own signs come first")
    func ascii() {
        #expect(SafeText.ascii("12 µs → café “x”") == "12 us -> cafe \"x\"")
        #expect(SafeText.ascii("写") != SafeText.ascii("真"))
        #expect(SafeText.ascii("✓ done ●", signs: ["✓": "ok ", "●": "BUG"]) == "ok  done BUG")
        #expect(SafeText.ascii("✓") == "ok")
    }

    @Test("Wide characters take two columns, marks none")
    func widths() {
        #expect(displayWidth("写真") == 4 && displayWidth("é") == 1 && displayWidth("e\u{301}") == 1 && displayWidth("🧵") == 2)
    }
}
