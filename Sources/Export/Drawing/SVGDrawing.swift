import Schedules
import Timeline
import Words

/// Rows of cells or lines of text as a drawing (SVG), as they are on a screen. Text stays text, so it can be searched, copied and read aloud.
public struct SVGDrawing: Sendable {
    /// A stretch of a row with one look.
    private struct Run {
        var column: Int
        var columns: Int
        var text: String
        var look: Role.Look
        /// Letters and ground have changed places.
        var isReversed = false
    }
    private var rows: [[Run]]
    private let columns: Int
    private let title: String
    static let cell = (width: 8.4, height: 18.0)

    /// A timeline, as it is drawn on a screen with colours.
    public init(_ rows: [[Cell]], title: String) {
        columns = max(1, rows.map(\.count).max() ?? 1)
        self.title = title
        self.rows = rows.map(Self.runs)
    }

    /// A table of the steps of a schedule, with its circle of waiting threads.
    public init(_ told: ToldSchedule) {
        let table = told.table, width = 110
        var lines = table.lines(width: width, namesFile: told.namesFile)
        if let circle = told.circle { lines += [""] + circle.lines(width: width) }
        columns = max(1, lines.map { displayWidth(SafeText.escaped($0)) }.max() ?? 1)
        title = told.failure.isEmpty ? told.verdict : "\(told.subject): \(told.failure)"
        rows = lines.enumerated().map { index, line in
            let text = SafeText.escaped(line), isMarked = line.hasPrefix("▸"), fails = line.hasSuffix("✗")
            var look = Role.text.look(.direct)
            if index == 0 || isMarked { look.isBold = true }
            if fails { look = Role.warning.look(.direct) }
            return Self.runs(of: text, look)
        }
    }

    /// The whole file.
    public func text() -> String {
        let size = self.size
        return """
            <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 \(size.width) \(size.height)" width="\(size.width)" height="\(size.height)" fill="currentColor" role="img">
            <!-- Made by Interleave -->
            <title>\(HTMLText.text(title))</title>
            <style>\(Self.style)</style>
            <rect class="paper" width="100%" height="100%"/>
            \(elements())
            </svg>

            """
    }

    /// The drawing as a part of a page, whose style it has.
    func inPage(below name: String) -> String {
        let size = self.size
        return """
            <svg id="\(name)" viewBox="0 0 \(size.width) \(size.height)" width="\(size.width)" height="\(size.height)" fill="currentColor" role="img" aria-label="\(HTMLText.text(title))">
            <rect id="\(name)-moment" class="moment" width="2" height="\(size.height)" x="-9"/>
            \(elements())
            </svg>
            """
    }

    static let style = """
        svg{color:#1f2328;background:#fff}.paper{fill:#fff}
        @media(prefers-color-scheme:dark){svg{color:#e6edf3;background:#14171c}.paper{fill:#14171c}}
        text{font:14px ui-monospace,"DejaVu Sans Mono","Liberation Mono",Menlo,Consolas,monospace;white-space:pre}
        .b{font-weight:700}
        """

    private var size: (width: Int, height: Int) {
        (Int((Double(columns) * Self.cell.width).rounded(.up)) + 24, Int(Double(rows.count) * Self.cell.height) + 20)
    }

    static func x(_ column: Int) -> Double { ((12 + Double(column) * cell.width) * 10).rounded() / 10 }

    private func elements() -> String {
        var parts: [String] = []
        for (index, row) in rows.enumerated() {
            let top = 10 + Double(index) * Self.cell.height
            for run in row {
                let width = (Double(run.columns) * Self.cell.width * 10).rounded() / 10
                if let ground = run.look.ground {
                    parts.append(
                        "<rect x=\"\(Self.x(run.column))\" y=\"\(top)\" width=\"\(width)\" height=\"\(Self.cell.height)\" fill=\"\(Self.colour(ground))\"/>"
                    )
                }
                // A full block has no gaps between rows as a rectangle.
                if run.text.allSatisfy({ $0 == "█" }) {
                    let fill = run.look.letters.map(Self.colour) ?? "currentColor"
                    parts.append(
                        "<rect x=\"\(Self.x(run.column))\" y=\"\(top + 2)\" width=\"\(width)\" height=\"\(Self.cell.height - 4)\" fill=\"\(fill)\"/>"
                    )
                    continue
                }
                // Reversed letters have the colour of the paper, which is dark in the dark.
                let fill = run.isReversed ? "" : run.look.letters.map { " fill=\"\(Self.colour($0))\"" } ?? ""
                let bold = run.isReversed ? " class=\"paper\"" : run.look.isBold ? " class=\"b\"" : ""
                parts.append(
                    "<text x=\"\(Self.x(run.column))\" y=\"\(top + 13)\" textLength=\"\(width)\" lengthAdjust=\"spacingAndGlyphs\"\(bold)\(fill) xml:space=\"preserve\">\(HTMLText.text(run.text))</text>"
                )
            }
        }
        return parts.joined(separator: "\n")
    }

    private static func colour(_ colour: Role.Colour) -> String {
        func hexadecimal(_ value: UInt8) -> String { (value < 16 ? "0" : "") + String(value, radix: 16) }
        return "#" + hexadecimal(colour.red) + hexadecimal(colour.green) + hexadecimal(colour.blue)
    }

    private static func runs(_ cells: [Cell]) -> [Run] {
        var runs: [Run] = [], last: Role?, wasReversed = false, isBlock = false
        for (column, cell) in cells.enumerated() {
            guard let glyph = cell.glyph else {
                if !runs.isEmpty { runs[runs.count - 1].columns += 1 }
                last = nil
                continue
            }
            if cell.role == last, cell.isReversed == wasReversed, isBlock == (glyph == "█"), !runs.isEmpty {
                runs[runs.count - 1].text.append(glyph)
                runs[runs.count - 1].columns += 1
            } else {
                var look = cell.role.look(.direct)
                let isReversed = cell.isReversed != look.isReversed && look.ground == nil
                if isReversed { look.ground = look.letters ?? Role.secondary.look(.direct).letters }
                runs.append(Run(column: column, columns: 1, text: String(glyph), look: look, isReversed: isReversed))
            }
            (last, wasReversed, isBlock) = (cell.role, cell.isReversed, glyph == "█")
        }
        return runs.filter { run in !run.text.allSatisfy { $0 == " " } || run.look.ground != nil }
    }

    /// A line of text in pieces without long gaps, so that a font that is not of one width keeps the columns.
    private static func runs(of line: String, _ look: Role.Look) -> [Run] {
        var runs: [Run] = [], column = 0, gap = 0
        for character in line {
            let width = displayWidth(character)
            if character == " " {
                gap += 1
            } else {
                if gap > 1 || runs.isEmpty {
                    runs.append(Run(column: column, columns: 0, text: "", look: look))
                } else if gap == 1 {
                    runs[runs.count - 1].text += " "
                    runs[runs.count - 1].columns += 1
                }
                gap = 0
                runs[runs.count - 1].text.append(character)
                runs[runs.count - 1].columns += width
            }
            column += width
        }
        return runs
    }
}
