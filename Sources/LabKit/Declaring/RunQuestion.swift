/// A question after a run, about what happened in it. The learner looks at the picture or the log to answer it.
///
/// The recording of this very run has the answer. So the right answer is true of this run, whatever chance decided.
public struct RunQuestion: Sendable {
    /// The variants after whose runs it is asked.
    let variants: [String]
    let question: String
    /// The explanation of the answer.
    let reason: String
    let read: @Sendable (Trace) -> Reading?

    /// - Parameters:
    ///   - variants: the variants after whose runs it is asked.
    ///   - reason: why it happens, in this run and in others.
    ///   - read: finds the answer in the recording, without the lab's staging. nil: this run cannot answer it, and it is not asked.
    public init(
        after variants: String..., asks question: String, because reason: String, reading read: @escaping @Sendable (Trace) -> Reading?
    ) {
        self.variants = variants
        self.question = question
        self.reason = reason
        self.read = read
    }
}

/// The answer that a recording gives to a question, among wrong ones.
public struct Reading: Equatable, Sendable {
    /// All answers, in the order in which they are shown.
    public let choices: [String]
    /// The right one, as an index into `choices`.
    public let answer: Int
    /// The moment of the run that shows it, in nanoseconds since the start of the trace; nil: no single event does.
    public let moment: Int64?

    /// The most answers to choose from.
    static let most = 4

    /// One of several names. The first one, the last one and the next ones are shown with it, in their order.
    ///
    /// - Returns: nil if the right name is unknown, or if there is no other one.
    public static func one(of names: [String], right: String?, at moment: Int64?) -> Reading? {
        let names = names.reduce(into: [String]()) { if !$0.contains($1), !$1.isEmpty { $0.append($1) } }
        guard let right, names.contains(right), names.count > 1 else { return nil }
        let others = names.filter { $0 != right }
        let chosen = Set((others.prefix(1) + others.suffix(1) + others.dropFirst().dropLast()).prefix(most - 1))
        let shown = names.filter { $0 == right || chosen.contains($0) }
        return shown.firstIndex(of: right).map { Reading(choices: shown, answer: $0, moment: moment) }
    }

    /// A number, with two neighbours of the range. "serve #2" in place of the number: `words`.
    ///
    /// - Returns: nil if the number is outside the range, or the range has no other number.
    public static func number(
        _ number: Int, in range: ClosedRange<Int>, at moment: Int64?, words: (Int) -> String = { "\($0)" }
    ) -> Reading? {
        guard range.contains(number), range.count > 1 else { return nil }
        let count = min(3, range.count)
        // The right one is not always in the middle.
        let first = min(max(range.lowerBound, number - number % count), range.upperBound - count + 1)
        return Reading(choices: (first..<first + count).map(words), answer: number - first, moment: moment)
    }

    /// The order in which something happened, with up to two other orders.
    ///
    /// - Returns: nil if fewer than two names are known.
    public static func order(_ names: [String], at moment: Int64?) -> Reading? {
        guard names.count > 1, Set(names).count == names.count else { return nil }
        var orders = [names]
        var exchanged = names
        exchanged.swapAt(0, 1)
        for other in [names.reversed(), exchanged, Array(names.dropFirst() + names.prefix(1))] where !orders.contains(other) {
            orders.append(other)
        }
        // In the order of the alphabet, so that the place of the right one says nothing.
        let choices = orders.prefix(3).map { $0.joined(separator: ", then ") }.sorted()
        return choices.firstIndex(of: names.joined(separator: ", then ")).map { Reading(choices: choices, answer: $0, moment: moment) }
    }
}
