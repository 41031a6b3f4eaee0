/// How many guesses and answers of this session were right. A question that was skipped does not count.
final class Score {
    /// The kinds of questions, in the order of the sentence.
    enum Kind: String, CaseIterable {
        case before = "Right guesses before the runs"
        case after = "Right answers after the runs"
        case followUp = "Right second guesses"
    }

    private var right: [Kind: Int] = [:]
    private var all: [Kind: Int] = [:]
    /// The follow-ups of this session, by name. False: it was skipped, or its guess was wrong. So it can be asked again.
    private(set) var followUps: [String: Bool] = [:]

    func count(_ guess: Guess, _ answer: Int, _ kind: Kind) {
        guard case .choice(let choice) = guess else { return }
        all[kind, default: 0] += 1
        right[kind, default: 0] += choice == answer ? 1 : 0
    }

    /// Counts the guess of a follow-up.
    func countFollowUp(_ name: String, _ guess: Guess, _ answer: Int) {
        count(guess, answer, .followUp)
        if case .choice(answer) = guess { followUps[name] = true } else { followUps[name] = false }
    }

    /// "Right guesses before the runs: 3 of 5. Right answers after the runs: 1 of 1."; nil if nothing was answered.
    var sentence: String? {
        let parts = Kind.allCases.compactMap { kind in all[kind].map { "\(kind.rawValue): \(right[kind] ?? 0) of \($0)." } }
        return parts.isEmpty ? nil : parts.joined(separator: " ")
    }
}
