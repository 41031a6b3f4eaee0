import Grading
import Timeline

/// A page while it is written, from the top downwards, in lines of a width.
struct PageText {
    private(set) var canvas: Canvas
    let style: Style
    /// The columns of a text: longer lines are hard to read. Pictures take the whole width.
    private var textWidth: Int { max(10, min(canvas.width - 1, 110)) }

    init(width: Int, style: Style) {
        canvas = Canvas(width: width)
        self.style = style
    }

    /// Paragraphs, broken between words. A line that begins with two blanks is code, and is not broken.
    mutating func add(_ text: String, _ role: Role = .text, indent: Int = 0) {
        let space = String(repeating: " ", count: indent)
        for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
            let shown = String(line).shown(style)
            if shown.hasPrefix("  ") {
                canvas.addLine(space + shown, role)
            } else {
                for part in ExerciseText.broken(shown, textWidth, indent: space) { canvas.addLine(part, role) }
            }
        }
    }

    /// A text in Markdown, as far as the exercises use it. Headings stand out.
    mutating func add(markdown text: String) {
        let headings = Set(text.split(separator: "\n").filter { $0.hasPrefix("#") }.map { $0.drop { $0 == "#" || $0 == " " } })
        for line in ExerciseText.wrapped(text, width: textWidth).split(separator: "\n", omittingEmptySubsequences: false) {
            canvas.addLine(String(line).shown(style), headings.contains(line) ? .heading : .text)
        }
    }

    /// Lines of a program. A line that is too long goes on in the next one.
    mutating func add(code: String) {
        var lines = code.split(separator: "\n", omittingEmptySubsequences: false)
        while lines.last?.isEmpty == true { lines.removeLast() }
        for line in lines {
            for part in ExerciseText.brokenCode(String(line).shown(style), canvas.width - 1, indent: "  ") { canvas.addLine(part) }
        }
    }

    /// One line, cut at the right edge.
    mutating func addRow(_ line: String, _ role: Role) { canvas.addLine(line, role) }

    mutating func addBlank() { if !canvas.rows.isEmpty { canvas.addRow() } }

    mutating func add(_ drawing: Canvas) { for row in drawing.rows { canvas.addRow(row) } }
}
