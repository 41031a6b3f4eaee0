/// Colours that people with any kind of colour vision can distinguish (Okabe and Ito, 2008);
/// vermillion is kept for barriers. Their yellow cannot be seen on a white ground, so it is darker here.
///
/// Text that must be read has a contrast of at least 4.5 to its ground (WCAG 2.2, 1.4.3), on black and on white, since a program cannot
/// know the ground.
enum Palette {
    typealias Colour = Role.Colour

    static let bars: [Colour] = [
        Colour(red: 86, green: 180, blue: 233, index: 74, basic: 6, isLight: true),  // sky blue
        Colour(red: 230, green: 159, blue: 0, index: 178, basic: 3, isLight: true),  // orange
        Colour(red: 0, green: 158, blue: 115, index: 36, basic: 2, isLight: true),  // bluish green
        Colour(red: 204, green: 121, blue: 167, index: 175, basic: 5, isLight: true),  // reddish purple
        Colour(red: 135, green: 135, blue: 0, index: 100, basic: 3, isLight: true),  // dark yellow
        Colour(red: 0, green: 114, blue: 178, index: 25, basic: 4, isLight: false),  // blue
        Colour(red: 178, green: 178, blue: 178, index: 249, basic: 7, isLight: true),  // grey
    ]
    static let barrier = Colour(red: 213, green: 94, blue: 0, index: 166, basic: 1, isLight: true)

    // For text, on any ground.
    static let secondary = Colour(red: 118, green: 118, blue: 118, index: 243, basic: 7, isLight: false)
    static let warning = Colour(red: 175, green: 95, blue: 95, index: 131, basic: 1, isLight: false)
    static let bug = Colour(red: 215, green: 0, blue: 175, index: 163, basic: 5, isLight: false)
    static let good = Colour(red: 0, green: 135, blue: 95, index: 29, basic: 2, isLight: false)

    static let keyword = Colour(red: 95, green: 95, blue: 255, index: 63, basic: 4, isLight: false)
    static let literal = Colour(red: 135, green: 95, blue: 215, index: 98, basic: 5, isLight: false)

    static let black = Colour(red: 0, green: 0, blue: 0, index: 16, basic: 0, isLight: false)
    static let white = Colour(red: 255, green: 255, blue: 255, index: 231, basic: 7, isLight: true)

    /// The letter colour that is easiest to read on a colour.
    static func letters(on ground: Colour) -> Colour { ground.isLight ? black : white }

    static func bar(_ index: Int) -> Colour { index < 0 ? secondary : bars[index % bars.count] }

    /// The parameters of the SGR sequence that shows a role; empty for the terminal's own colours.
    static func parameters(_ role: Role, _ depth: Style.Colour, isReversed: Bool) -> String {
        let look = role.look(depth)
        var parts: [String] = []
        if look.isBold { parts.append("1") }
        if let colour = look.letters { parts.append(sequence(30, colour, depth)) }
        if let colour = look.ground { parts.append(sequence(40, colour, depth)) }
        let changesPlaces = isReversed && look.ground == nil && (look.letters != nil || depth == .basic)
        if changesPlaces != look.isReversed { parts.append("7") }
        return parts.joined(separator: ";")
    }

    private static func sequence(_ code: Int, _ colour: Colour, _ depth: Style.Colour) -> String {
        if depth == .basic { return "\(code + Int(colour.basic))" }
        // Black and white letters are the same in both.
        return depth == .direct && colour != black && colour != white
            ? "\(code + 8);2;\(colour.red);\(colour.green);\(colour.blue)" : "\(code + 8);5;\(colour.index)"
    }
}

extension Role {
    /// A colour in the forms that terminals have.
    public struct Colour: Hashable, Sendable {
        public var red: UInt8
        public var green: UInt8
        public var blue: UInt8
        /// The nearest of xterm's 256 colours.
        public var index: UInt8
        /// The nearest of the eight colours that every colour terminal has.
        public var basic: UInt8
        /// Whether dark letters are easiest to read on it.
        var isLight: Bool
    }

    /// How a role looks where there is colour.
    public struct Look: Sendable {
        /// nil: the terminal's own.
        public var letters: Colour?
        public var ground: Colour?
        public var isBold = false
        /// Letters and ground change places.
        public var isReversed = false
    }

    /// How the role looks in so many colours.
    public func look(_ depth: Style.Colour) -> Look { depth == .basic ? basicLook : look }

    private var look: Look {
        switch self {
        case .text: Look()
        case .bar(let number), .waiting(let number): Look(letters: Palette.bar(number))
        case .barLabel(let number): Look(letters: Palette.letters(on: Palette.bar(number)), ground: Palette.bar(number))
        case .barrier: Look(letters: Palette.barrier)
        case .barrierLabel: Look(letters: Palette.letters(on: Palette.barrier), ground: Palette.barrier, isBold: true)
        case .name, .heading, .mark, .selection: Look(isBold: true)
        case .secondary: Look(letters: Palette.secondary)
        case .good: Look(letters: Palette.good, isBold: true)
        case .warning: Look(letters: Palette.warning, isBold: true)
        case .bug: Look(letters: Palette.bug, isBold: true)
        case .keyword: Look(letters: Palette.keyword, isBold: true)
        case .string: Look(letters: Palette.good)
        case .literal: Look(letters: Palette.literal)
        }
    }

    private var basicLook: Look {
        switch self {
        // White would be invisible on white.
        case .bar(let number), .waiting(let number): Look(letters: Palette.bar(number).basic == 7 ? nil : Palette.bar(number))
        case .barLabel: Look(isReversed: true)
        case .barrierLabel: Look(isBold: true, isReversed: true)
        case .barrier: Look(letters: Palette.barrier)
        case .name, .heading, .mark, .selection, .good, .warning, .bug, .keyword: Look(isBold: true)
        case .text, .secondary, .string, .literal: Look()
        }
    }

    /// The parameters of the escape sequence (SGR) for text of this role; empty for plain text.
    public func parameters(_ depth: Style.Colour) -> String { depth == .none ? "" : Palette.parameters(self, depth, isReversed: false) }
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

    /// The colour of what a queue or an actor runs, in lanes of tasks.
    mutating func number(ofExecutor name: String) -> Int {
        if !executors.contains(name) { executors.append(name) }
        return executors.firstIndex(of: name) ?? 0
    }

    /// The queues and actors in the order of their colours.
    private(set) var executors: [String] = []
}
