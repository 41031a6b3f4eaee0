import Words
import Testing
import Trace

@testable import Timeline

@Suite("Columns and characters") struct DisplayWidthTests {
    @Test(
        "A text takes as many columns as a terminal gives it",
        arguments: [
            ("", 0), ("abc", 3), ("写真", 4), ("e\u{301}", 1), ("👩‍👩‍👧", 2), ("🇫🇷", 2), ("한글", 4), ("ｱ", 1), ("Ａ", 2), ("❤️", 2), ("▓║█", 3),
            ("\u{1B}", 0),
            ("क्षि", 3), ("ไทยทำ", 5), ("\u{200B}", 0),
        ])
    func width(_ text: String, _ columns: Int) { #expect(displayWidth(text) == columns) }

    @Test(
        "Control, invisible and direction-turning characters are spelt out",
        arguments: [
            ("\u{1B}[31m", "\\u{1B}[31m"), ("a\nb\tc\rd", "a\\nb\\tc\\rd"), ("\u{9B}2J", "\\u{9B}2J"), ("a\u{202E}b", "a\\u{202E}b"),
            ("\u{301}x", "\\u{301}x"), ("👩‍👩‍👧", "👩‍👩‍👧"), ("a\u{200D}b", "a\\u{200D}b"), ("\r\n", "\\r\\n"), ("plain", "plain"),
            ("\u{7F}", "\\u{7F}"),
        ])
    func escaping(_ text: String, _ safe: String) { #expect(SafeText.escaped(text) == safe) }

    @Test("No character of Unicode that controls a terminal passes, whatever precedes it")
    func everyScalar() {
        for value in (0..<0x3_0000 as Range<UInt32>) {
            guard let scalar = Unicode.Scalar(value) else { continue }
            for text in [String(Character(scalar)), "a" + String(Character(scalar)) + "b"] {
                let shown = SafeText.escaped(text).unicodeScalars
                let acts = shown.contains {
                    $0.properties.generalCategory == .control || (0x202A...0x202E).contains($0.value)
                        || (0x2066...0x2069).contains($0.value)
                }
                if acts { Issue.record("U+\(String(value, radix: 16)) comes through") }
            }
        }
    }

    @Test("A heap of marks on one letter is cut, so that it cannot cover the lines around it")
    func heapOfMarks() {
        #expect(SafeText.escaped("x" + String(repeating: "\u{300}", count: 500)).unicodeScalars.count <= 10)
    }

    @Test("A text is cut at a whole character and never takes more columns than allowed", arguments: 0...12)
    func fitting(_ columns: Int) {
        for text in ["a longer label", "写真ライブラリ", "👩‍👩‍👧👩‍👩‍👧👩‍👩‍👧", "e\u{301}e\u{301}e\u{301}e\u{301}e\u{301}"] {
            for style in [Style.plain, .ascii] {
                let fitted = text.shown(style).fitted(to: columns, style)
                #expect(displayWidth(fitted) <= columns)
                if displayWidth(text.shown(style)) <= columns { #expect(fitted == text.shown(style)) }
            }
        }
    }

    @Test(
        "In ASCII signs and Latin letters have a replacement, and two names stay two names",
        arguments: [
            ("µs → …", "us -> ..."), ("ｆｕｌｌ", "full"), ("größe", "grosse"), ("cafe\u{301}", "cafe"),
            ("写真", "\\u{5199}\\u{771F}"), ("写列", "\\u{5199}\\u{5217}"), ("a\u{202E}", "a\\u{202E}"), ("👩‍👧", "\\u{1F469}\\u{200D}\\u{1F467}"),
        ])
    func ascii(_ text: String, _ ascii: String) { #expect(text.shown(.ascii) == ascii) }

    @Test("A character of several columns is drawn in all of them, or not at all", arguments: 0...6)
    func characterOfSeveralColumns(_ columns: Int) {
        for text in ["ไทยทำ", "क्षिक्षि", "写真"] {
            var canvas = Canvas(width: Swift.max(1, columns))
            canvas.addLine(text)
            let drawn = canvas.text(.plain)
            #expect(drawn.isEmpty || text.hasPrefix(drawn))
            #expect(drawn.count == text.count || displayWidth(drawn) + displayWidth(Array(text)[drawn.count]) > canvas.width, "\(drawn)")
            #expect(text.fitted(to: columns, .plain).dropLast().allSatisfy(text.contains))
        }
    }

    @Test("Words are wrapped at blanks, later lines indented, and none is wider than allowed")
    func wrapping() {
        #expect("one two three four".wrapped(to: 9, indent: 2, .plain) == ["one two", "  three", "  four"])
        #expect("incomprehensibilities".wrapped(to: 6, .plain) == ["incom…"])
    }

    @Test("Labels have shorter forms, the ordinal last")
    func forms() {
        #expect(ItemName.forms("add(_:) #3") == ["add(_:) #3", "add #3", "#3"])
        #expect(ItemName.forms("resize") == ["resize"])
        #expect(ItemName.base("C# code") == "C# code")
        #expect(ItemName.base("read #12") == "read ")
    }
}
