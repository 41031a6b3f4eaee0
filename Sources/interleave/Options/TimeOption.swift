import ArgumentParser

/// A time since a run's start as people write it: 1.5ms, 200us, 2s; without a unit milliseconds (in an explored run: steps).
struct TimeOption {
    private var number: Double
    private var unit: Double?

    /// The moment for a word of the command line.
    static func read(_ word: String) throws -> TimeOption {
        guard let moment = TimeOption(word) else { throw ValidationError("It must be a number with its unit, such as 1.5ms, 200us or 2s.") }
        return moment
    }

    private init?(_ argument: String) {
        let units: [(name: String, nanoseconds: Double)] = [("ns", 1), ("us", 1e3), ("µs", 1e3), ("ms", 1e6), ("s", 1e9)]
        let unit = units.first { argument.hasSuffix($0.name) }
        let digits = argument.dropLast(unit?.name.count ?? 0)
        guard digits.allSatisfy({ $0.isASCII && ($0.isNumber || $0 == ".") }), let number = Double(digits) else { return nil }
        guard number * (unit?.nanoseconds ?? 1e6) < 9e18 else { return nil }
        self.number = number
        self.unit = unit?.nanoseconds
    }

    /// Nanoseconds since the run's start, or steps.
    func value(inSteps: Bool) -> Int64 { Int64(number * (unit ?? (inSteps ? 1 : 1e6))) }
}
