import Words
import Trace

extension String {
    /// The text, or its beginning and an ellipsis, in at most `columns` columns.
    public func fitted(to columns: Int, _ style: Style) -> String {
        if displayWidth(self) <= columns { return self }
        let ellipsis = style.isASCII ? ".." : "…"
        let room = columns - displayWidth(ellipsis)
        guard room > 0 else { return String(ellipsis.prefix(max(0, columns))) }
        var used = 0
        var result = ""
        for character in self {
            used += displayWidth(character)
            if used > room { break }
            result.append(character)
        }
        return result + ellipsis
    }

    /// The beginning of the text, an ellipsis and its end, in at most `columns` columns.
    func shortened(keeping end: Substring, to columns: Int, _ style: Style) -> String {
        if end.isEmpty { return fitted(to: columns, style) }
        return String(dropLast(end.count)).fitted(to: columns - displayWidth(String(end)), style) + end
    }

    /// The text in at most `columns` columns, cut where names do not differ: the number at its end stays, or the last part of a name
    /// with dots, dashes or slashes.
    func fittedAsName(to columns: Int, _ style: Style) -> String {
        guard displayWidth(self) > columns else { return self }
        let separators: Set<Character> = [".", "-", "/", ":"]
        let end: Substring
        if let mark = lastIndex(of: "#"), mark > startIndex, self[index(after: mark)...].allSatisfy(\.isNumber) {
            end = self[mark...]
        } else if !contains(" "), let mark = dropLast().lastIndex(where: separators.contains), mark > startIndex {
            end = self[mark...]
        } else {
            end = ""
        }
        return displayWidth(String(end)) * 2 <= columns ? shortened(keeping: end, to: columns, style) : fitted(to: columns, style)
    }

    /// The text as this style can show it, with nothing in it that controls a terminal.
    public func shown(_ style: Style) -> String {
        let safe = SafeText.escaped(self)
        return style.isASCII ? SafeText.ascii(safe) : safe
    }

    /// The words of the text in lines of at most `columns` columns; a longer word is cut. A text without words has no lines.
    public func wrapped(to columns: Int, indent: Int = 0, _ style: Style) -> [String] {
        let words = split(separator: " ")
        if words.isEmpty { return [] }
        return LineFilling.lines(
            of: words, width: columns, hanging: String(repeating: " ", count: indent),
            pieces: { word, room in [String(word).fitted(to: room, style)[...]] })
    }
}
