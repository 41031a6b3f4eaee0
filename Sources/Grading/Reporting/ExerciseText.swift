import Words
import Diagnosis
import ExplorationRunner

/// A text of an exercise for people: paragraphs and lists of Markdown, broken between words at the
/// width of the terminal. Blocks of code, between fences or indented, keep their lines, unless one is too long.
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
        for line in SafeText.lines(text).split(separator: "\n", omittingEmptySubsequences: false) {
            if line.hasPrefix("```") {
                close()
                isCode.toggle()
            } else if isCode {
                lines += code(line, width)
            } else if paragraph.isEmpty && line.hasPrefix(indent) && !line.allSatisfy(\.isWhitespace) {
                // (An indented line in a paragraph, or in an item of a list, belongs to it.)
                lines += code(line.dropFirst(indent.count), width)
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

    /// The indent of code, in Markdown and in what is shown.
    private static let indent = "    "

    /// A line of a block of code. A comment after the code has a line of its own if both do not fit.
    private static func code(_ line: Substring, _ width: Int) -> [String] {
        let parts = line.count + indent.count <= width ? [line] : line.split(separator: "//", maxSplits: 1)
        let comment = parts.count > 1 ? broken("// " + parts[1].drop { $0 == " " }, width, indent: indent) : []
        return comment + brokenCode(String(parts[0].dropLast(while: \.isWhitespace)), width, indent: indent)
    }

    /// A paragraph as lines, broken between words, each with this indent.
    public static func broken(_ text: String, _ width: Int, indent: String = "") -> [String] {
        if indent.count + text.count <= width { return [indent + text] }
        return LineFilling.lines(of: CodeSpans.words(of: text[...]).filter { !$0.isEmpty }, width: width, indent: indent)
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
