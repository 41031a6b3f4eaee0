import Words
import Glibc
import Terminal
import Timeline
import Trace

/// The output page of a lab: lines on standard output, with the width and the colors that fit the
/// reader.
package struct TextPage: Sendable {
    /// The columns: the terminal's at this moment, because the learner can resize it, unless a
    /// number was asked for.
    package var width: Int { askedWidth ?? Self.terminalWidth(of: STDOUT_FILENO) ?? 100 }
    private let askedWidth: Int?
    package let isASCII: Bool
    let colour: Style.Colour
    var isColoured: Bool { colour != .none }
    /// Whether a person sits at the terminal and can answer questions.
    let isInteractive: Bool
    /// Whether the runs are shown on the full screen. With `--width` and `--no-picture` the output is text.
    package let isFullScreen: Bool
    /// Whether pictures are left out, for a screen reader.
    let hasNoPicture: Bool

    /// The options that a learner gave.
    package struct Wishes: Codable, Sendable {
        var width: Int?
        var isASCII = false
        var isPlain = false
        var hasNoColours = false
        var hasNoPicture = false
    }

    package init(_ wishes: Wishes) {
        let isTerminal = isatty(STDOUT_FILENO) == 1
        let terminal = getenv("TERM").map { String(cString: $0) } ?? "dumb"
        let refusesColour = getenv("NO_COLOR").map { $0.pointee != 0 } ?? false
        askedWidth = wishes.width ?? (isTerminal ? nil : 100)
        let abilities = TerminalAbilities.own
        isASCII = wishes.isASCII || abilities.isASCII
        colour = isTerminal && !refusesColour && !wishes.hasNoColours && !wishes.isPlain ? abilities.colour : .none
        isInteractive = isTerminal && isatty(STDIN_FILENO) == 1 && !wishes.isPlain
        isFullScreen = isInteractive && wishes.width == nil && !wishes.hasNoPicture && terminal != "dumb"
        hasNoPicture = wishes.hasNoPicture
    }

    init(width: Int, isASCII: Bool = false, colour: Style.Colour = .none) {
        askedWidth = width
        self.isASCII = isASCII
        self.colour = colour
        isInteractive = false
        isFullScreen = false
        hasNoPicture = false
    }

    /// How a text looks where there is colour.
    package enum Look {
        case plain, title, faint, good, bad, bug

        fileprivate var role: Timeline.Role {
            switch self {
            case .plain: .text
            case .title: .heading
            case .faint: .secondary
            case .good: .good
            case .bad: .warning
            case .bug: .bug
            }
        }
    }

    /// Prints text in which single line breaks count as spaces. Long lines are broken between
    /// words, and later lines are indented by `hanging`.
    package func text(_ text: String, _ look: Look = .plain, hanging: Int = 0) {
        for line in LineFilling.wrap(Self.flowing(spelled(text)), width: min(width, 120), hanging: hanging) { put(painted(line, look)) }
    }

    /// A line that starts with a sign, which has its own look.
    package func line(sign: String, _ look: Look, _ rest: String) {
        for line in lines(sign: sign, look, rest) { put(line) }
    }

    /// The same as lines, for text that is printed later.
    func lines(sign: String, _ look: Look, _ rest: String) -> [String] {
        let sign = spelled(sign)
        let lines = LineFilling.wrap("\(sign) \(spelled(rest))", width: width, hanging: sign.count + 1)
        return [painted(sign, look) + lines[0].dropFirst(sign.count)] + lines.dropFirst()
    }

    /// The same on one line of any length, for scripts.
    func unbroken(sign: String, _ look: Look, _ rest: String) { put("\(painted(spelled(sign), look)) \(spelled(rest))") }

    /// A line that a scenario printed, marked as such.
    func quoted(_ line: String) {
        for part in LineFilling.wrap(spelled(line), width: width - 4, hanging: 2) { put("  | \(part)") }
    }

    /// A line that is already drawn.
    package func drawn(_ line: String) { put(line) }

    /// Code with its line numbers, in colour where there is colour.
    func code(_ listing: CodeListing) {
        for line in listing.lines(width: min(width, 120), isASCII: isASCII) {
            put(line.map { painted($0.text, ViewerModel.role($0.role)) }.joined())
        }
    }

    package func heading(_ name: String, _ words: String) {
        let mark = isASCII ? "--" : "──"
        let text = LineFilling.wrap(
            "\(name)\(words.isEmpty ? "" : "  \(spelled(words))")", width: width - 3, hanging: min(name.count, width / 4) + 2)
        put("\(painted(mark, .faint)) \(painted(name, .title))\(text[0].dropFirst(name.count))")
        for line in text.dropFirst() { put("   \(line)") }
    }

    package func gap() { put("") }

    /// A text of several source lines, as one line.
    static func flowing(_ text: String) -> String {
        text.split(separator: "\n", omittingEmptySubsequences: false).joined(separator: " ")
    }

    /// A bug that appeared has no tick, although the claim about it holds: a bug is not a success.
    func sign(of claim: Claim) -> (String, Look) { sign(of: claim.mark) }

    package func sign(of mark: Claim.Mark) -> (String, Look) {
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

    private func painted(_ text: String, _ look: Look) -> String { painted(text, look.role) }

    private func painted(_ text: String, _ role: Timeline.Role) -> String {
        let parameters = role.parameters(colour)
        return parameters.isEmpty || text.isEmpty ? text : "\u{1B}[\(parameters)m\(text)\u{1B}[0m"
    }

    /// The text, in ASCII if the learner asked for it.
    package func spelled(_ text: String) -> String { isASCII ? TextPage.ascii(text) : text }

    /// The columns of a terminal, from 40 to 400; nil if the descriptor is not one.
    static func terminalWidth(of descriptor: Int32) -> Int? {
        var size = winsize()
        guard ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return nil }
        return min(400, max(40, Int(size.ws_col)))
    }
}

extension TextPage {
    /// The text in characters from U+0020 to U+007E.
    static func ascii(_ text: String) -> String { SafeText.ascii(text, signs: signs) }

    private static let signs: [Character: String] = [
        "✓": "ok ", "✗": "NOT", "●": "BUG", "○": "---", "·": "*", "─": "-", "✔": "ok ", "✘": "NOT", "█": "=", "▰": "#", "▱": ".",
    ]
}
