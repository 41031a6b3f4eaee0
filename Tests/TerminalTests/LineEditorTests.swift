import Words
import TestSupport
import Testing
import Trace

@testable import Terminal

/// The line in which people type, and the bytes that become its keys.
@Suite(.startsProcesses) struct LineEditorTests {
    /// The line after some bytes, with `|` at the cursor.
    private func line(after bytes: String, from text: String = "") -> String {
        var decoder = KeyDecoder(), line = LineEditor(text)
        for key in bytes.utf8.flatMap({ decoder.take($0) }) { line.take(key) }
        return line.shown(columns: 200, .plain).replacing("▏", with: "|")
    }

    @Test(
        "The keys of a shell edit the line, and a key without a meaning changes nothing",
        arguments: [
            ("abc\u{1}X", "X|abc"), ("abc\u{1}X\u{5}Y", "XabcY|"), ("abc\u{15}d", "d|"), ("one two\u{17}", "one |"), ("one  \u{17}", "|"),
            ("abc\u{1B}[D\u{1B}[D\u{7F}", "|bc"),
            ("abc\u{1B}[H\u{1B}[3~", "|bc"), ("abc\u{1B}[H\u{1B}[C\u{B}", "a|"), ("abc\u{1B}OH\u{1B}[Fd", "abcd|"),
            ("a\tb\u{1B}[A\u{1B}[B\u{1B}[5~c\u{1B}[1;5P", "abc|"),
            ("ab\u{2}\u{4}c\u{6}", "ac|"), ("写真\u{7F}", "写|"), ("e\u{301}\u{7F}", "|"),
            ("a\u{1B}[200~b\nc\td\u{1}\n\u{1B}[201~e", "ab c de|"),
        ])
    func edits(_ bytes: String, _ line: String) { #expect(self.line(after: bytes) == line) }

    @Test("Enter takes the line; Escape, and Backspace or Ctrl-D in an empty line, cancel it")
    func ends() {
        var line = LineEditor("a")
        #expect(line.take(.enter) == .entered && line.text == "a")
        #expect(line.take(.escape) == .cancelled)
        #expect(line.take(.backspace) == .goesOn && line.take(.backspace) == .cancelled && line.take(.control("d")) == .cancelled)
    }

    @Test("A long line shows the part around its cursor, within its columns", arguments: [10, 24, 40])
    func long(_ columns: Int) {
        var line = LineEditor("the beginning " + String(repeating: "写真 ", count: 20) + "the end")
        #expect(line.shown(columns: columns, .plain).hasSuffix("d▏"))
        line.take(.home)
        #expect(line.shown(columns: columns, .plain).hasPrefix("▏the"))
        for _ in 0..<30 {
            line.take(.right)
            let shown = line.shown(columns: columns, .plain)
            #expect(displayWidth(shown) <= columns && shown.contains("▏"), "\(shown)")
        }
        line.take(.paste(String(repeating: "x", count: 1000)))
        #expect(line.text.count == 100)
    }

    @Test(
        "A place is a number with or without #, or a time with its unit, with or without a blank",
        arguments: [
            ("12", TypedPlace.event(12)), (" #7 ", .event(7)), (String(repeating: "9", count: 40), .event(999_999_999)),
            ("20 ms", .moment(20_000_000)), ("1.5MS", .moment(1_500_000)), ("200us", .moment(200_000)), ("3 µs", .moment(3_000)),
            ("abc", nil), ("1.2.3ms", nil), ("ms", nil), ("-1", nil), ("1e9s", nil),
        ])
    func places(_ text: String, _ place: TypedPlace?) { #expect(TypedPlace(text) == place) }

    @Test("A paste without an end gives its first part when it ends at last, and takes no memory for the remainder")
    func endlessPaste() {
        var decoder = KeyDecoder()
        var keys: [Key] = []
        let bytes = "\u{1B}[200~" + String(repeating: "x", count: 50_000) + "\u{1B}[201~q"
        for byte in bytes.utf8 { keys += decoder.take(byte) }
        #expect(keys == [.paste(String(repeating: "x", count: 4_096)), .character("q")])
        #expect("\u{1B}".utf8.flatMap { decoder.take($0) }.isEmpty && decoder.pause() == [.escape])
    }
}
