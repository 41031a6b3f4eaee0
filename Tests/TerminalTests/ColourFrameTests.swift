import TestSupport
import Testing
@testable import Terminal

@Suite(.startsProcesses) struct ColourFrameTests {
    private func frame(_ words: String) -> ColourFrame {
        var frame = ColourFrame(columns: 6, rows: 2)
        frame.put(words, row: 0, column: 0)
        return frame
    }

    private func sent(_ frame: ColourFrame, after before: ColourFrame?, _ colours: ColourFrame.Colours = .direct) -> String {
        String(decoding: frame.encoded(after: before, colours), as: UTF8.self).replacing("\u{1B}", with: "^")
    }

    @Test("The first frame clears the terminal, a later one sends only what changed, and an equal one sends nothing")
    func difference() {
        #expect(sent(frame("photo"), after: nil) == "^[0m^[2J^[1;1H^[0mphoto^[0m")
        #expect(sent(frame("phono"), after: frame("photo")) == "^[1;4H^[0mn^[0m")
        #expect(sent(frame("photo"), after: frame("photo")).isEmpty)
        #expect(sent(frame("photo"), after: ColourFrame(columns: 5, rows: 2)).hasPrefix("^[0m^[2J"))
    }

    @Test("Colors are sent as 24 bits, as one of 256, or not at all")
    func colours() {
        var frame = ColourFrame(columns: 1, rows: 1)
        frame.put(ColourFrame.Cell("▀", letters: .init(255, 0, 0), ground: .init(8, 8, 8)), row: 0, column: 0)
        let empty = ColourFrame(columns: 1, rows: 1)
        #expect(sent(frame, after: empty) == "^[1;1H^[0;38;2;255;0;0;48;2;8;8;8m▀^[0m")
        #expect(sent(frame, after: empty, .indexed) == "^[1;1H^[0;38;5;196;48;5;232m▀^[0m")
        #expect(sent(frame, after: empty, .none) == "^[1;1H^[0m▀^[0m")
        #expect(ColourScreen.colours("tmux-256color", "truecolor") == .direct)
        #expect(ColourScreen.colours("xterm-256color", "") == .indexed)
        #expect(ColourScreen.colours("vt100", "") == .none)
    }

    @Test("Text is cut at the edges, and control characters cannot reach the terminal")
    func text() {
        var frame = ColourFrame(columns: 4, rows: 1)
        frame.put("a\u{1B}[2Jbcd", row: 0, column: 1)
        frame.put("x", row: 7, column: 0)
        frame.put("x", row: 0, column: -1)
        #expect(frame.text == " a?[")
    }

    @Test("Keys come as bytes and as sequences, several at a time")
    func keys() {
        let bytes = Array("j\u{1B}[A\u{1B}[6~\u{1B}OH\u{1B}[1;5Bq\u{1B}".utf8)
        #expect(ColourScreen.keys(in: bytes[...]) == [.character("j"), .up, .pageDown, .home, .down, .character("q"), .escape])
    }
}
