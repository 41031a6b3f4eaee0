/// The columns that a text takes in a terminal: wide characters take two, combining marks and
/// control characters take none.
public func displayWidth(_ text: String) -> Int {
    simpleWidth(text) ?? text.reduce(0) { $0 + displayWidth($1) }
}

/// The columns of a text of only printable ASCII and Latin-1, where each character takes one; nil
/// for any other.
private func simpleWidth(_ text: String) -> Int? {
    // Nearly every text is ASCII, and a table of a long run has millions of them.
    let isPlain = text.utf8.withContiguousStorageIfAvailable { bytes in
        var allPrintable = true
        for byte in bytes { allPrintable = allPrintable && byte &- 0x20 < 0x5F }
        return allPrintable
    }
    if isPlain == true { return text.utf8.count }
    var columns = 0
    var lead: UInt8 = 0
    for byte in text.utf8 {
        switch (lead, byte) {
        case (0, 0x20..<0x7F): columns += 1
        case (0, 0xC2...0xC3): lead = byte
        // From U+00A0 on, but for the soft hyphen, U+00AD.
        case (0xC2, 0xA0...0xBF) where byte != 0xAD, (0xC3, _):
            columns += 1
            lead = 0
        default: return nil
        }
    }
    return columns
}

/// The columns that one character takes in a terminal: 0, 1 or 2.
public func displayWidth(_ character: Character) -> Int {
    guard let first = character.unicodeScalars.first else { return 0 }
    if first.value < 0x7F { return first.value < 0x20 ? 0 : character.unicodeScalars.contains("\u{FE0F}") ? 2 : 1 }
    if first.properties.isEmojiPresentation || character.unicodeScalars.contains("\u{FE0F}") { return 2 }
    switch first.properties.generalCategory {
    case .nonspacingMark, .enclosingMark, .format, .control, .lineSeparator, .paragraphSeparator: return 0
    default: return isWide(first.value) ? 2 : 1
    }
}

/// The blocks that Unicode's East Asian Width (annex 11) calls wide or full-width.
private func isWide(_ scalar: UInt32) -> Bool {
    switch scalar {
    case 0x1100...0x115F, 0x2329...0x232A, 0x2E80...0x303E, 0x3041...0x33FF, 0x3400...0x4DBF, 0x4E00...0xA4CF, 0xA960...0xA97F,
        0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE10...0xFE19, 0xFE30...0xFE6F, 0xFF00...0xFF60, 0xFFE0...0xFFE6, 0x16FE0...0x18D08,
        0x1AFF0...0x1B2FB, 0x1F200...0x1F265, 0x20000...0x3FFFD:
        true
    default: false
    }
}

/// A text from the program in a form that is safe on a screen: no character of it controls the
/// terminal or hides another.
enum SafeText {
    /// Control characters, invisible ones and those that turn the direction of writing are spelt out: `\n`, `\e`, `\u{202e}`.
    static func escaped(_ text: String) -> String {
        if simpleWidth(text) != nil { return text }
        var result = ""
        for character in text {
            let scalars = character.unicodeScalars
            let joins = scalars.count > 1 && scalars.first?.properties.isEmoji == true
            // A mark without a letter, or a heap of marks on one letter, would spill over its neighbours.
            let isAlone = displayWidth(character) == 0
            for (position, scalar) in scalars.enumerated() where position < 10 {
                if isAlone || (acts(scalar) && !(joins && scalar.value == 0x200D)) {
                    result += spelt(scalar)
                } else {
                    result.unicodeScalars.append(scalar)
                }
            }
        }
        return result
    }

    private static func acts(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .privateUse, .unassigned: true
        default: scalar.properties.isDefaultIgnorableCodePoint && !scalar.properties.isVariationSelector
        }
    }

    private static func spelt(_ scalar: Unicode.Scalar) -> String {
        switch scalar.value {
        case 0x0A: "\\n"
        case 0x0D: "\\r"
        case 0x09: "\\t"
        case 0x1B: "\\e"
        default: "\\u{" + String(scalar.value, radix: 16) + "}"
        }
    }

    /// The text in ASCII: characters with a replacement get it, all others become question marks.
    static func ascii(_ text: String) -> String {
        if text.utf8.allSatisfy({ $0 < 0x80 }) { return text }
        var result = ""
        for character in text {
            switch character {
            case "µ", "μ": result += "u"
            case "→": result += "->"
            case "×": result += "x"
            case "…": result += ".."
            case "–", "—", "−": result += "-"
            case "·": result += "-"
            case "“", "”": result += "\""
            case "’", "‘": result += "'"
            default: result += character.isASCII ? String(character) : String(repeating: "?", count: displayWidth(character))
            }
        }
        return result
    }
}

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

    /// The words of the text in lines of at most `columns` columns; a longer word is cut.
    public func wrapped(to columns: Int, indent: Int = 0, _ style: Style) -> [String] {
        var lines: [String] = []
        var line = ""
        var used = 0
        for word in split(separator: " ") {
            let room = columns - (lines.isEmpty ? 0 : indent)
            let word = String(word).fitted(to: room, style)
            let width = displayWidth(word)
            if used > 0, used + 1 + width > room {
                lines.append((lines.isEmpty ? "" : String(repeating: " ", count: indent)) + line)
                (line, used) = ("", 0)
            }
            line += used > 0 ? " " + word : word
            used += width + (used > 0 ? 1 : 0)
        }
        if used > 0 { lines.append((lines.isEmpty ? "" : String(repeating: " ", count: indent)) + line) }
        return lines
    }
}
