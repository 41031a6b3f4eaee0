/// Names of functions, as a student would say them.
public enum SymbolName {
    /// The innermost function of a shortened name, without its type: "add(_:)" of "closure #1 in PhotoLibrary.add(_:)".
    public static func base(of name: String) -> String {
        var text = Substring(name)
        if let range = lastRange(of: " in ", in: text) { text = text[range.upperBound...] }
        var depth = 0
        var start = text.startIndex
        for index in text.indices {
            switch text[index] {
            case "(", "<", "[": depth += 1
            case ")", ">", "]": depth -= 1
            case "." where depth == 0 && index != text.startIndex: start = text.index(after: index)
            default: break
            }
            if depth > 0, text[index] == "(" { break }
        }
        return start < text.endIndex ? String(text[start...]) : String(text)
    }

    private static func lastRange(of needle: String, in text: Substring) -> Range<String.Index>? {
        var result: Range<String.Index>?
        var index = text.startIndex
        while index < text.endIndex {
            if text[index...].hasPrefix(needle) { result = index..<text.index(index, offsetBy: needle.count) }
            index = text.index(after: index)
        }
        return result
    }
}
