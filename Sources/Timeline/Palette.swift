/// Colours that people with any kind of colour vision can tell apart (Okabe and Ito, 2008); vermillion is kept for barriers.
enum Palette {
    struct Colour: Sendable {
        var red: UInt8
        var green: UInt8
        var blue: UInt8
        /// The nearest of xterm's 256 colours.
        var index: UInt8
        /// Whether dark letters are read best on it.
        var isLight: Bool
    }

    static let bars: [Colour] = [
        Colour(red: 86, green: 180, blue: 233, index: 74, isLight: true),  // sky blue
        Colour(red: 230, green: 159, blue: 0, index: 178, isLight: true),  // orange
        Colour(red: 0, green: 158, blue: 115, index: 36, isLight: true),  // bluish green
        Colour(red: 204, green: 121, blue: 167, index: 175, isLight: true),  // reddish purple
        Colour(red: 240, green: 228, blue: 66, index: 227, isLight: true),  // yellow
        Colour(red: 0, green: 114, blue: 178, index: 25, isLight: false),  // blue
        Colour(red: 178, green: 178, blue: 178, index: 249, isLight: true),  // grey
    ]
    static let barrier = Colour(red: 213, green: 94, blue: 0, index: 166, isLight: false)
    static let quiet = Colour(red: 138, green: 138, blue: 138, index: 245, isLight: false)

    static func bar(_ index: Int) -> Colour { index < 0 ? quiet : bars[index % bars.count] }

    /// The parameters of the SGR sequence that shows a role; empty for the terminal's own colours.
    static func parameters(_ role: Role, _ depth: Style.Colour, isReversed: Bool) -> String {
        let reversal = isReversed ? ";7" : ""
        switch role {
        case .text: return ""
        case .bar(let index), .waiting(let index): return foreground(bar(index), depth) + reversal
        case .barLabel(let index): return onColour(bar(index), depth)
        case .barrier: return foreground(barrier, depth) + reversal
        case .barrierLabel: return "1;" + onColour(barrier, depth)
        case .name, .heading: return "1"
        case .mark: return "1"
        case .quiet: return foreground(quiet, depth)
        case .warning: return "1;" + foreground(barrier, depth)
        }
    }

    private static func foreground(_ colour: Colour, _ depth: Style.Colour) -> String {
        depth == .direct ? "38;2;\(colour.red);\(colour.green);\(colour.blue)" : "38;5;\(colour.index)"
    }

    private static func onColour(_ colour: Colour, _ depth: Style.Colour) -> String {
        let letters = colour.isLight ? "38;5;16" : "38;5;231"
        return depth == .direct
            ? "\(letters);48;2;\(colour.red);\(colour.green);\(colour.blue)" : "\(letters);48;5;\(colour.index)"
    }
}

/// Which colour the items of each closure have: by the order in which the closures first appear, so that a run keeps its colours.
struct ColourBook: Sendable {
    private var numbers: [String: Int] = [:]

    mutating func number(_ label: String) -> Int {
        let base = ItemName.base(label)
        if let known = numbers[base] { return known }
        numbers[base] = numbers.count
        return numbers.count - 1
    }
}
