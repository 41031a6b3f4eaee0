/// A text of an exercise for people: paragraphs of Markdown, broken between words at the width of the terminal. Blocks of code stay as they are.
enum ExerciseText {
    static func wrapped(_ text: String, width: Int) -> String {
        var lines: [String] = []
        var paragraph: [Substring] = []
        var isCode = false
        func close() {
            if !paragraph.isEmpty { lines += broken(paragraph.joined(separator: " "), width) }
            paragraph = []
        }
        for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
            if line.hasPrefix("```") {
                close()
                isCode.toggle()
            } else if isCode {
                lines.append("    " + line)
            } else if line.isEmpty || line.hasPrefix("#") {
                close()
                lines.append(line.hasPrefix("#") ? String(line.drop { $0 == "#" || $0 == " " }) : "")
            } else {
                paragraph.append(line)
            }
        }
        close()
        return lines.joined(separator: "\n")
    }

    private static func broken(_ text: String, _ width: Int) -> [String] {
        var lines: [String] = []
        var line = ""
        for word in text.split(separator: " ") {
            if !line.isEmpty, line.count + 1 + word.count > width {
                lines.append(line)
                line = ""
            }
            line += (line.isEmpty ? "" : " ") + word
        }
        return lines + [line]
    }
}
