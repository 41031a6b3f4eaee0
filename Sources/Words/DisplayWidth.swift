/// The columns that a text takes in a terminal: wide characters take two, combining marks and
/// control characters take none.
public func displayWidth(_ text: String) -> Int {
    simpleWidth(text) ?? text.reduce(0) { $0 + displayWidth($1) }
}

/// The begin of a text, with "…", if it takes more columns than there are.
public func cutText(_ text: String, to columns: Int) -> String {
    if displayWidth(text) <= columns { return text }
    var result = "", used = 0
    for character in text {
        used += displayWidth(character)
        if used > columns - 1 { break }
        result.append(character)
    }
    return result + "…"
}

/// Whether a text has only printable ASCII and Latin-1.
func hasOnlyPlainColumns(_ text: String) -> Bool { simpleWidth(text) != nil }

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

/// The columns that one character takes in a terminal. Most take 0, 1 or 2; a character of several letters (क्षि, ทำ) takes those of each.
public func displayWidth(_ character: Character) -> Int {
    let scalars = character.unicodeScalars
    guard let first = scalars.first else { return 0 }
    if scalars.count == 1 { return displayWidth(first) }
    return isPicture(scalars) ? 2 : scalars.reduce(0) { $0 + displayWidth($1) }
}

/// The parts of a character that a terminal puts into columns of their own, each with its marks: `क्`, `ष` and `ि` of `क्षि`.
public func columnPieces(of character: Character) -> [Character] {
    let scalars = character.unicodeScalars
    if scalars.count == 1 || isPicture(scalars) { return [character] }
    var pieces: [String.UnicodeScalarView] = []
    for scalar in scalars {
        if pieces.isEmpty || displayWidth(scalar) > 0 { pieces.append(String.UnicodeScalarView()) }
        pieces[pieces.count - 1].append(scalar)
    }
    return pieces.flatMap { String($0) }
}

/// An emoji, which is one picture however many code points it has.
private func isPicture(_ scalars: Character.UnicodeScalarView) -> Bool {
    scalars.first?.properties.isEmojiPresentation == true || scalars.contains("\u{FE0F}")
}

private func displayWidth(_ scalar: Unicode.Scalar) -> Int {
    if scalar.value < 0x7F { return scalar.value < 0x20 ? 0 : 1 }
    if scalar.properties.isEmojiPresentation { return 2 }
    switch scalar.properties.generalCategory {
    case .nonspacingMark, .enclosingMark, .format, .control, .lineSeparator, .paragraphSeparator: return 0
    // The vowels and final consonants of a Korean syllable lie in the columns of its first letter.
    case .otherLetter where 0x1160...0x11FF ~= scalar.value: return 0
    default: return isWide(scalar.value) ? 2 : 1
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
