import Words
import Diagnosis
import ExplorationRunner

/// A text of an exercise for people: paragraphs and lists of Markdown, broken between words at the
/// width of the terminal. Blocks of code keep their lines, unless one is too long.
public enum ExerciseText {
    /// The text as lines of at most this many columns.
    public static func wrapped(_ text: String, width: Int) -> String {
        var lines: [String] = []
        var paragraph: [Substring] = []
        var isCode = false
        func close() {
            let text = paragraph.joined(separator: " ")
            if text.hasPrefix("- ") {
                let item = broken(String(text.dropFirst(2)), width - 2)
                lines += zip(["- "] + Array(repeating: "  ", count: item.count), item).map { $0 + $1 }
            } else if !text.isEmpty {
                lines += broken(text, width)
            }
            paragraph = []
        }
        // (The exercise can be from another folder.)
        for line in PrintableText.lines(text).split(separator: "\n", omittingEmptySubsequences: false) {
            if line.hasPrefix("```") {
                close()
                isCode.toggle()
            } else if isCode {
                // A comment after the code has a line of its own if both do not fit.
                let parts = line.count + 4 <= width ? [line] : line.split(separator: "//", maxSplits: 1)
                let code = parts[0].dropLast(while: \.isWhitespace)
                if parts.count > 1 { lines += broken("// " + parts[1].drop { $0 == " " }, width, indent: "    ") }
                lines += brokenCode(String(code), width, indent: "    ")
            } else if line.isEmpty || line.hasPrefix("#") {
                close()
                lines.append(line.hasPrefix("#") ? String(line.drop { $0 == "#" || $0 == " " }) : "")
            } else {
                if line.hasPrefix("- ") { close() }
                paragraph.append(line)
            }
        }
        close()
        return lines.joined(separator: "\n")
    }

    /// A paragraph as lines, broken between words, each with this indent.
    public static func broken(_ text: String, _ width: Int, indent: String = "") -> [String] {
        if indent.count + text.count <= width { return [indent + text] }
        var lines: [String] = []
        var line = ""
        for word in CodeSpans.words(of: text[...]) where !word.isEmpty {
            if !line.isEmpty, indent.count + line.count + 1 + word.count > width {
                lines.append(indent + line)
                line = ""
            }
            line += (line.isEmpty ? "" : " ") + word
        }
        return lines + [indent + line]
    }

    /// A line of a program as lines, broken between words. The later ones are indented by four more
    /// columns, and those of a comment are comments too.
    public static func brokenCode(_ line: String, _ width: Int, indent: String = "") -> [String] {
        let space = indent + line.prefix { $0 == " " }
        let code = line.drop { $0 == " " }
        if space.count + code.count <= width { return [code.isEmpty ? "" : space + code] }
        if let mark = ["/// ", "// "].first(where: code.hasPrefix) {
            return broken(String(code.dropFirst(mark.count)), width, indent: space + mark)
        }
        let parts = broken(String(code), width - 4, indent: space)
        return Array(parts.prefix(1)) + parts.dropFirst().map { "    " + $0 }
    }
}

extension Substring {
    fileprivate func dropLast(while isLast: (Character) -> Bool) -> Substring {
        var text = self
        while let last = text.last, isLast(last) { text.removeLast() }
        return text
    }
}
