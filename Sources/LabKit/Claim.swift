/// Something that is said of a variant, with what was measured on this run: whether it holds follows from the two.
public struct Claim: Codable, Equatable, Sendable {
    public private(set) var name: String
    /// What was measured; nil when the claim is about words, not a number, or nothing could be measured.
    public private(set) var figure: Double?
    /// What the figure counts ("at once", "reads"); for a claim in words, what was found.
    public private(set) var unit: String
    /// How many there were to look at; a claim about none of none does not hold.
    public private(set) var outOf: Int?
    /// The expectation in words ("> 1").
    public private(set) var expected: String
    public private(set) var holds: Bool
    /// It is about the documented mistake.
    public private(set) var showsMistake: Bool
    /// The documented mistake has shown itself on this run.
    public private(set) var mistakeShown: Bool
    /// What follows from the three.
    public private(set) var mark: Mark

    /// What a claim came to: each has a sign and a colour of its own.
    public enum Mark: String, Codable, Sendable {
        /// It holds, and all is well.
        case holds
        /// It documents a bug, and the bug was there.
        case reproduced
        /// It documents a bug that chance decides about, and this time it was not there.
        case notSeen
        /// It does not hold.
        case fails
    }

    private static func mark(holds: Bool, showsMistake: Bool, shown: Bool) -> Mark {
        !holds ? .fails : !showsMistake ? .holds : shown ? .reproduced : .notSeen
    }

    /// A claim about a figure.
    ///
    /// - Parameter outOf: how many there were to look at, where the figure counts some of them.
    /// - Parameter showsMistake: the claim documents what goes wrong in this variant.
    /// - Parameter thisTime: where chance decides whether it goes wrong, and the claim holds either way: whether it did.
    public init(
        _ name: String, _ figure: some BinaryInteger, _ unit: String, _ expected: Expectation, outOf: Int? = nil,
        showsMistake: Bool = false, thisTime: Bool = true
    ) {
        self.init(name, measured: Double(figure), unit, expected, outOf: outOf, showsMistake: showsMistake, thisTime: thisTime)
    }

    /// A claim about a measured quantity.
    public init(
        _ name: String, measured figure: Double, _ unit: String, _ expected: Expectation, outOf: Int? = nil,
        showsMistake: Bool = false, thisTime: Bool = true
    ) {
        self.name = name
        self.figure = figure
        self.unit = unit
        self.outOf = outOf
        self.expected = expected.words
        self.showsMistake = showsMistake
        holds = expected.isMet(by: figure) && outOf.map { $0 > 0 } ?? true
        mistakeShown = showsMistake && thisTime && holds
        mark = Self.mark(holds: holds, showsMistake: showsMistake, shown: mistakeShown)
    }

    /// A claim in words: what was found, and what was expected.
    init(_ name: String, found: String, expected: String, holds: Bool, showsMistake: Bool = false) {
        self.name = name
        unit = found
        self.expected = expected
        self.holds = holds
        self.showsMistake = showsMistake
        mistakeShown = showsMistake && holds
        mark = Self.mark(holds: holds, showsMistake: showsMistake, shown: mistakeShown)
    }

    /// What a figure has to be.
    public enum Expectation: Equatable, Sendable {
        case exactly(Double)
        case moreThan(Double)
        case atLeast(Double)
        case atMost(Double)
        /// Both ends belong to it.
        case between(Double, Double)

        public static func exactly(_ wanted: Int) -> Expectation { .exactly(Double(wanted)) }
        public static func atLeast(_ bound: Int) -> Expectation { .atLeast(Double(bound)) }
        public static func atMost(_ bound: Int) -> Expectation { .atMost(Double(bound)) }
        public static func between(_ least: Int, _ most: Int) -> Expectation { .between(Double(least), Double(most)) }

        func isMet(by figure: Double) -> Bool {
            switch self {
            case .exactly(let wanted): figure == wanted
            case .moreThan(let bound): figure > bound
            case .atLeast(let bound): figure >= bound
            case .atMost(let bound): figure <= bound
            case .between(let least, let most): least <= figure && figure <= most
            }
        }

        var words: String {
            switch self {
            case .exactly(let wanted): wanted.plain
            case .moreThan(let bound): "> \(bound.plain)"
            case .atLeast(let bound): "at least \(bound.plain)"
            case .atMost(let bound): "at most \(bound.plain)"
            case .between(let least, let most): "\(least.plain) to \(most.plain)"
            }
        }
    }
}
