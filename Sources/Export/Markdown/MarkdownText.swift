import Words

/// Texts of others in Markdown: shown, and never obeyed.
enum MarkdownText {
    /// A sentence of ours, with code between backticks. Outside of code, nothing in it is markup, a link, or a mention.
    static func sentence(_ text: String) -> String {
        let parts = SafeText.escaped(text).split(separator: "`", omittingEmptySubsequences: false)
        // (A single backtick begins no code.)
        let isPaired = parts.count % 2 == 1
        return parts.enumerated().map { index, part in
            if index % 2 == 0 { return prose(String(part)) }
            return isPaired || index < parts.count - 1 ? code(String(part)) : "\\`" + prose(String(part))
        }.joined()
    }

    /// A text as code, whatever it contains.
    static func code(_ text: String) -> String {
        let text = SafeText.escaped(text)
        if text.isEmpty { return "`\"\"`" }
        let fence = String(repeating: "`", count: longestRun(in: text) + 1)
        let needsRoom = text.hasPrefix("`") || text.hasSuffix("`") || text.hasPrefix(" ") && text.hasSuffix(" ")
        return needsRoom ? "\(fence) \(text) \(fence)" : fence + text + fence
    }

    /// The code in a cell of a table, where a bar would begin the next cell.
    static func cell(_ text: String) -> String { code(text).replacing("|", with: "\\|") }

    /// Lines as they are, in a block of their own.
    static func block(_ lines: [String], language: String = "text") -> [String] {
        let safe = lines.map { SafeText.lines($0) }
        let fence = String(repeating: "`", count: max(3, (safe.map(longestRun).max() ?? 0) + 1))
        return [fence + language] + safe + [fence]
    }

    private static func prose(_ text: String) -> String {
        var result = "", last: Character = " "
        let letters = Array(text)
        for (index, letter) in letters.enumerated() {
            let next = index + 1 < letters.count ? letters[index + 1] : " "
            switch letter {
            case "\\", "*", "_", "[", "]", "<", ">", "|", "~", "&", "$": result += "\\\(letter)"
            // A list, a heading or a quote begins a line.
            case _ where index == 0 && "#+-=".contains(letter): result += "\\\(letter)"
            case "." where last.isNumber && letters[..<index].allSatisfy(\.isNumber): result += "\\."
            // (A forge makes a mention or a link to an issue of these, even behind a backslash.)
            case "@" where next.isLetter || next.isNumber: result += "@<!-- -->"
            case "#" where next.isNumber: result += "#<!-- -->"
            case ":" where next == "/": result += ":<!-- -->"
            default: result.append(letter)
            }
            last = letter
        }
        return result
    }

    private static func longestRun(in text: String) -> Int {
        var longest = 0, run = 0
        for letter in text {
            run = letter == "`" ? run + 1 : 0
            longest = max(longest, run)
        }
        return longest
    }
}
