import Words

/// Texts of others in a page: shown, and never obeyed.
enum HTMLText {
    /// A text between tags or in an attribute. Control characters and those that turn the direction of writing are spelt out.
    static func text(_ text: String) -> String {
        let safe = SafeText.escaped(text.replacing("\t", with: "    "))
        guard safe.utf8.contains(where: { "&<>\"'".utf8.contains($0) }) else { return safe }
        var result = ""
        for letter in safe.unicodeScalars {
            switch letter {
            case "&": result += "&amp;"
            case "<": result += "&lt;"
            case ">": result += "&gt;"
            case "\"": result += "&quot;"
            case "'": result += "&#39;"
            default: result.unicodeScalars.append(letter)
            }
        }
        return result
    }

    /// A sentence of ours, with code between backticks.
    static func sentence(_ sentence: String) -> String {
        let parts = sentence.split(separator: "`", omittingEmptySubsequences: false)
        guard parts.count % 2 == 1 else { return text(sentence) }
        return parts.enumerated().map { $0 % 2 == 0 ? text(String($1)) : "<code>\(text(String($1)))</code>" }.joined()
    }

    /// A text as a string of a script's data. The end of a script is never in it.
    static func string(_ text: String) -> String {
        var result = "\""
        for letter in SafeText.escaped(text.replacing("\t", with: "    ")).unicodeScalars {
            switch letter {
            case "\"": result += "\\\""
            case "\\": result += "\\\\"
            case "<", ">", "&": result += "\\u00" + String(letter.value, radix: 16)
            default: result.unicodeScalars.append(letter)
            }
        }
        return result + "\""
    }
}
