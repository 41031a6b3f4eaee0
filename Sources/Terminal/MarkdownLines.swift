import Timeline
import Words

/// A text in Markdown as lines of a width: headings, paragraphs, lists, code, and tables as lists. A link is its words.
struct MarkdownLines {
    private(set) var lines: [(text: String, role: Role)] = []
    private let width: Int
    private let style: Style
    private var paragraph = ""
    private var hanging = 0

    init(_ text: String, width: Int, _ style: Style) {
        (self.width, self.style) = (max(10, width), style)
        var isCode = false
        for line in SafeText.lines(text).split(separator: "\n", omittingEmptySubsequences: false) {
            if line.hasPrefix("```") {
                close()
                isCode.toggle()
            } else if isCode || paragraph.isEmpty && line.hasPrefix("    ") {
                add(code: (isCode ? "    " : "") + line)
            } else if line.hasPrefix("#") {
                close()
                lines.append((Self.flat(line.drop { $0 == "#" || $0 == " " }).shown(style).fitted(to: self.width, style), .heading))
            } else if line.allSatisfy(\.isWhitespace) {
                close()
                if lines.last?.text.isEmpty == false { lines.append(("", .text)) }
            } else if line.hasPrefix("|") {
                close()
                add(row: line)
            } else {
                add(words: line)
            }
        }
        close()
    }

    /// A line of a paragraph; the first line of a list's item begins a paragraph.
    private mutating func add(words line: Substring) {
        let mark = line.firstMatch(of: #/^ *([-*]|\d+\.) /#)
        if let mark {
            close()
            hanging = mark.0.count
        }
        paragraph += (paragraph.isEmpty ? "" : " ") + (mark == nil ? String(line.drop { $0 == " " }) : String(line))
    }

    private mutating func close() {
        guard !paragraph.isEmpty else { return }
        for line in LineFilling.wrap(Self.flat(paragraph[...]).shown(style), width: width, hanging: hanging) { lines.append((line, .text)) }
        (paragraph, hanging) = ("", 0)
    }

    private mutating func add(code line: String) {
        for part in line.shown(style).pieces(of: width) { lines.append((part, .secondary)) }
    }

    /// "| 2 | lab-singleton | data race |" as "2: lab-singleton: data race".
    private mutating func add(row line: Substring) {
        let cells = line.split(separator: "|").map { Self.flat($0).filled }.filter { !$0.isEmpty }
        if cells.allSatisfy({ $0.allSatisfy { "-: ".contains($0) } }) { return }
        for part in LineFilling.wrap(cells.joined(separator: "  ").shown(style), width: width, hanging: 4) { lines.append((part, .text)) }
    }

    /// The words without the marks of links, of emphasis and of code.
    static func flat(_ text: Substring) -> String {
        String(text).replacing(#/!?\[([^\]]*)\]\([^)]*\)/#) { String($0.1) }.replacing("**", with: "").replacing("`", with: "")
    }
}

extension String {
    /// Without blanks at its ends.
    fileprivate var filled: String {
        var text = self[...]
        while text.first == " " { text.removeFirst() }
        while text.last == " " { text.removeLast() }
        return String(text)
    }

    /// Cut into lines of a width.
    fileprivate func pieces(of width: Int) -> [String] {
        guard count > width else { return [self] }
        var rest = self[...], parts: [String] = []
        while !rest.isEmpty {
            parts.append(String(rest.prefix(width)))
            rest = rest.dropFirst(width)
        }
        return parts
    }
}
