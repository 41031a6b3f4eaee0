import Glibc

/// What a lab writes on: lines of standard output, as wide and as colourful as the reader can see.
struct Paper: Sendable {
    let width: Int
    let isASCII: Bool
    let isColoured: Bool
    /// Somebody sits there who can be asked.
    let isInteractive: Bool
    /// The runs are looked at on the whole terminal; a width that was asked for is for text.
    let isFullScreen: Bool

    init(_ options: SharedOptions) {
        let isTerminal = isatty(STDOUT_FILENO) == 1
        let terminal = getenv("TERM").map { String(cString: $0) } ?? "dumb"
        let refusesColour = getenv("NO_COLOR").map { $0.pointee != 0 } ?? false
        width = options.width ?? (isTerminal ? Paper.terminalWidth : nil) ?? 100
        isASCII = options.ascii
        isColoured = isTerminal && terminal != "dumb" && !refusesColour && !options.noColor && !options.plain
        isInteractive = isTerminal && isatty(STDIN_FILENO) == 1 && !options.plain
        isFullScreen = isInteractive && options.width == nil && terminal != "dumb"
    }

    init(width: Int, isASCII: Bool = false, isColoured: Bool = false) {
        self.width = width
        self.isASCII = isASCII
        self.isColoured = isColoured
        isInteractive = false
        isFullScreen = false
    }

    enum Look: String {
        case plain = ""
        case title = "1"
        case faint = "2"
        case good = "1;36"
        case bad = "1;33"
        case bug = "1;35"
    }

    /// Text in which single line breaks are spaces; what is long is broken between words, later lines indented by `hanging`.
    func text(_ text: String, _ look: Look = .plain, hanging: Int = 0) {
        let flowing = spelled(text).split(separator: "\n", omittingEmptySubsequences: false).joined(separator: " ")
        for line in Paper.wrap(flowing, width: min(width, 120), hanging: hanging) { put(painted(line, look)) }
    }

    /// A line that starts with a sign of its own look.
    func line(sign: String, _ look: Look, _ rest: String) {
        let sign = spelled(sign)
        let lines = Paper.wrap("\(sign) \(spelled(rest))", width: width, hanging: sign.count + 1)
        put(painted(sign, look) + lines[0].dropFirst(sign.count))
        for line in lines.dropFirst() { put(line) }
    }

    /// The same on one line, however long: for scripts.
    func unbroken(sign: String, _ look: Look, _ rest: String) { put("\(painted(spelled(sign), look)) \(spelled(rest))") }

    /// A line that a scenario printed, as its own.
    func quoted(_ line: String) {
        for part in Paper.wrap(spelled(line), width: width - 4, hanging: 2) { put("  | \(part)") }
    }

    /// A line that is drawn already.
    func drawn(_ line: String) { put(line) }

    func heading(_ name: String, _ words: String) {
        let mark = isASCII ? "--" : "──"
        let text = Paper.wrap(
            "\(name)\(words.isEmpty ? "" : "  \(spelled(words))")", width: width - 3, hanging: min(name.count, width / 4) + 2)
        put("\(painted(mark, .faint)) \(painted(name, .title))\(text[0].dropFirst(name.count))")
        for line in text.dropFirst() { put("   \(line)") }
    }

    func gap() { put("") }

    /// A bug that was to be shown has no tick: it is no good thing, though the claim about it holds.
    func sign(of claim: Claim) -> (String, Look) { sign(of: claim.mark) }

    func sign(of mark: Claim.Mark) -> (String, Look) {
        switch mark {
        case .holds: ("✓", .good)
        case .reproduced: ("●", .bug)
        case .notSeen: ("○", .faint)
        case .fails: ("✗", .bad)
        }
    }

    private func put(_ line: String) {
        var line = line
        while line.last == " " { line.removeLast() }
        Output.put(line + "\n")
    }

    private func painted(_ text: String, _ look: Look) -> String {
        isColoured && look != .plain && !text.isEmpty ? "\u{1B}[\(look.rawValue)m\(text)\u{1B}[0m" : text
    }

    /// In ASCII where that is wanted.
    func spelled(_ text: String) -> String { isASCII ? Paper.ascii(text) : text }

    private static var terminalWidth: Int? {
        var size = winsize()
        guard ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return nil }
        return min(400, max(40, Int(size.ws_col)))
    }
}

extension Paper {
    /// Breaks a line between words, so that none is longer than `width`; a word that is longer by itself is broken, too.
    static func wrap(_ text: String, width: Int, hanging: Int) -> [String] {
        let leading = String(text.prefix { $0 == " " })
        var lines: [String] = []
        var line = leading
        var isFresh = true
        let room = max(1, width - leading.count - hanging)
        for word in text.dropFirst(leading.count).split(separator: " ", omittingEmptySubsequences: false) {
            // The first word of all stands before the place where later lines begin, and has more room.
            let longest = lines.isEmpty && isFresh ? max(1, width - leading.count) : room
            for (number, piece) in pieces(of: word, longest: longest).enumerated() {
                if !isFresh && line.count + (number == 0 ? 1 : 0) + piece.count > width {
                    lines.append(line)
                    line = leading + String(repeating: " ", count: hanging)
                    isFresh = true
                    if piece.isEmpty { continue }
                }
                line += (isFresh || number > 0 ? "" : " ") + piece
                isFresh = false
            }
        }
        return lines + [line]
    }

    /// A word in pieces of at most so many letters, broken behind a sign where there is one.
    private static func pieces(of word: Substring, longest: Int) -> [Substring] {
        guard word.count > longest else { return [word] }
        let head = word.prefix(longest)
        let sign = head.lastIndex { !$0.isLetter && !$0.isNumber }
        let end = sign.map { word.index(after: $0) } ?? head.endIndex
        return [word[..<end]] + pieces(of: word[end...], longest: longest)
    }

    /// The same in characters from U+0020 to U+007E.
    static func ascii(_ text: String) -> String {
        let spellings: [Character: String] = [
            "✓": "ok ", "✗": "NOT", "●": "BUG", "○": "---", "–": "-", "—": "-", "…": "...", "→": "->", "×": "x", "µ": "u", "“": "\"",
            "”": "\"", "’": "'", "·": "*",
            "─": "-", "≥": ">=", "±": "+-", "✔": "ok ", "✘": "NOT", "≤": "<=", "█": "=",
        ]
        return text.reduce(into: "") { result, character in
            result += character.isASCII ? String(character) : spellings[character] ?? "?"
        }
    }
}
