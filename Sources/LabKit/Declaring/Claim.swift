/// A claim about a variant, with the figure that was measured in this run. The claim holds if the
/// figure is as expected.
public struct Claim: Codable, Equatable, Sendable {
    public private(set) var name: String
    /// The measured figure; nil if the claim has words in place of a number, or if nothing was
    /// measured.
    public private(set) var figure: Double?
    /// The unit of the figure ("reads"). For a claim in words: the words that describe the result.
    public private(set) var unit: String
    /// The number of things that were checked. A claim about 0 of 0 does not hold.
    public private(set) var outOf: Int?
    /// The expectation in words ("> 1").
    public private(set) var expected: String
    public private(set) var holds: Bool
    /// Whether the claim is about the documented bug.
    public private(set) var showsMistake: Bool
    /// Whether the documented bug appeared in this run.
    public private(set) var mistakeShown: Bool
    /// The result, which follows from `holds`, `showsMistake` and `mistakeShown`.
    public private(set) var mark: Mark

    /// The result of a claim. Each has its own sign and color.
    public enum Mark: String, Codable, Sendable {
        /// The claim holds, and it is not about a bug.
        case holds
        /// The claim is about a bug, and the bug appeared.
        case reproduced
        /// The claim is about a bug that depends on chance, and the bug did not appear in this run. Or
        /// this run could not show what the claim is about.
        case notSeen
        /// The claim does not hold.
        case fails
    }

    private static func mark(holds: Bool, showsMistake: Bool, shown: Bool) -> Mark {
        !holds ? .fails : !showsMistake ? .holds : shown ? .reproduced : .notSeen
    }

    /// A claim about a figure.
    ///
    /// - Parameter outOf: the number of things that were checked, if the figure counts some of
    ///   them.
    /// - Parameter showsMistake: the claim is about the bug of this variant.
    /// - Parameter thisTime: whether the bug appeared, if that depends on chance and the claim
    ///   holds in either case.
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

    /// A claim in words: the result that was found, and the result that was expected.
    public init(_ name: String, found: String, expected: String, holds: Bool, showsMistake: Bool = false) {
        self.name = name
        unit = found
        self.expected = expected
        self.holds = holds
        self.showsMistake = showsMistake
        mistakeShown = showsMistake && holds
        mark = Self.mark(holds: holds, showsMistake: showsMistake, shown: mistakeShown)
    }

    /// A claim about which this run says nothing. It does not fail, and it gets no tick.
    ///
    /// - Parameter reason: why nothing was seen, as a clause ("the machine gives the program one core").
    /// - Parameter expected: the expectation for other runs, in words.
    public static func notSeen(_ name: String, because reason: String, expected: String, showsMistake: Bool = false) -> Claim {
        var claim = Claim(name, found: "not seen, because \(reason)", expected: expected, holds: true, showsMistake: showsMistake)
        claim.mistakeShown = false
        claim.mark = .notSeen
        return claim
    }

    /// The expected value of a figure.
    public enum Expectation: Equatable, Sendable {
        case exactly(Double)
        case moreThan(Double)
        case atLeast(Double)
        case atMost(Double)
        /// Both ends are included.
        case between(Double, Double)
        /// Every figure is fine.
        case leftToChance

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
            case .leftToChance: true
            }
        }

        var words: String {
            switch self {
            case .exactly(let wanted): wanted.plain
            case .moreThan(let bound): "> \(bound.plain)"
            case .atLeast(let bound): "at least \(bound.plain)"
            case .atMost(let bound): "at most \(bound.plain)"
            case .between(let least, let most): "\(least.plain) to \(most.plain)"
            case .leftToChance: "any number, because chance decides"
            }
        }
    }
}
