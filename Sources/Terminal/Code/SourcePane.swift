import Narration
import Timeline
import Trace
import Words

/// The lines of a file around the present one, with a letter for each thread at its present line.
struct SourcePane {
    let file: SourceText
    let threads: [ProgramMoment.Thread]
    let style: Style

    /// The letter of a thread: the same on every screen of a run.
    static func letter(_ lane: Int) -> Character {
        let letters = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz")
        return letters.indices.contains(lane) ? letters[lane] : "*"
    }

    /// The sign before the letter of the thread that moves.
    static func arrow(_ style: Style) -> String { style.isASCII ? ">" : "▶" }

    /// As many lines as there are rows, with the present line in their middle.
    func lines(around present: Int, rows: Int) -> [[StyledText]] {
        guard rows > 0, file.count > 0 else { return [] }
        let first = first(around: present, rows: rows)
        let last = Swift.min(file.count, first + rows - 1)
        let digits = Swift.max(3, String(last).count)
        // The indentation that all these lines have takes no room.
        let indent = (first...last).compactMap { file.indentation($0) }.min() ?? 0
        return (first...last).map { line($0, digits, indent) }
    }

    /// The number of the line in the first row.
    func first(around present: Int, rows: Int) -> Int { Swift.max(1, Swift.min(present - rows / 2, file.count - rows + 1)) }

    private func line(_ number: Int, _ digits: Int, _ indent: Int) -> [StyledText] {
        let here = threads.filter { $0.source.line == number && $0.source.file == file.path }
        let isMoving = here.contains(where: \.isMoving)
        // The one that moves is the first.
        let ordered = here.filter(\.isMoving) + here.filter { !$0.isMoving }
        var letters = String(ordered.prefix(3).map { Self.letter($0.lane) })
        if ordered.count > 3 { letters = String(letters.prefix(2)) + "+" }
        let text = String(number)
        let gutter = (isMoving ? Self.arrow(style) : " ") + letters.padding(to: 3)
        let bar = style.isASCII ? " | " : " │ "
        return [
            StyledText(isMoving ? .selection : .heading, gutter),
            StyledText(isMoving ? .selection : .secondary, text.padding(to: digits, atLeft: true) + bar),
        ] + file.line(number, style, without: indent)
    }
}

extension String {
    /// With blanks up to a width.
    func padding(to width: Int, atLeft: Bool = false) -> String {
        let blanks = String(repeating: " ", count: Swift.max(0, width - displayWidth(self)))
        return atLeft ? blanks + self : self + blanks
    }
}
