import Schedules

/// The explanation beside the table of the steps.
extension Explanation {
    /// The sentences that tell more than the table, in their order.
    /// - Parameter hasOutcomes: whether a table of the results follows, too.
    public func sentencesBesideTable(hasOutcomes: Bool) -> [String] {
        let sentences = Self.sentences(of: explanation)
        guard table.isWorthShowing else { return sentences }
        return sentences.filter { sentence in
            if hasOutcomes, Self.resultWords.contains(where: sentence.hasPrefix) { return false }
            return !isOnlyAStep(sentence)
        }
    }

    /// The places that have no row in the table.
    public var locationsBesideTable: [Location] {
        guard table.isWorthShowing else { return locations }
        return locations.filter { !table.shows(file: $0.file, line: $0.line) }
    }

    /// How sentences begin that tell what the table of the results has.
    private static let resultWords = [
        "allowed(_:) returns false for", "Other interleavings finish, with the result", "In other interleavings, it is",
        "The schedule below leads to",
    ]

    /// Whether a sentence only says that a thread makes a step which has a row. Reasons and names of mistakes are more than that.
    private func isOnlyAStep(_ sentence: String) -> Bool {
        let lines = sentence.matches(of: /\(line (\d+)\)/).compactMap { Int($0.output.1) }
        guard !lines.isEmpty, lines.allSatisfy({ line in table.rows.contains { $0.line == line } }) else { return false }
        let outside = Self.withoutCode(sentence)
        // The table shows who holds what, and who waits for it.
        if verdict == .deadlock, outside.contains(" waits for a lock in ") || outside.contains(" waits for its turn on "),
            outside.contains("since"), !outside.contains("did not release"), !outside.contains("target")
        {
            return true
        }
        return !Self.reasons.contains(where: outside.contains)
    }

    /// Words of a sentence that tells a reason.
    private static let reasons = [
        "came before", "came between", "although", "because", " so ", ": ", " but ", "But ", "So ", "nothing", "opposite", "without",
        " if ", "If ",
        "each", "between", "itself", "the main queue", "which", "not ",
    ]

    private static func withoutCode(_ text: String) -> String {
        text.split(separator: "`", omittingEmptySubsequences: false).enumerated().filter { $0.offset % 2 == 0 }.map { String($0.element) }
            .joined()
    }

    /// A text in sentences. Code and quotes are not divided.
    static func sentences(of text: String) -> [String] {
        var sentences: [String] = [], sentence = "", isCode = false, depth = 0
        let letters = Array(text)
        for (index, letter) in letters.enumerated() {
            sentence.append(letter)
            if letter == "`" { isCode.toggle() }
            if letter == "“" { depth += 1 }
            if letter == "”" { depth -= 1 }
            guard !isCode, depth <= 0, index + 2 < letters.count, letters[index + 1] == " " else { continue }
            let isEnd = ".?!".contains(letter) || letter == "”" && index > 0 && ".?!".contains(letters[index - 1])
            let next = letters[index + 2]
            if isEnd, next.isUppercase || next == "`" || next == "“" {
                sentences.append(sentence.trimmed)
                sentence = ""
            }
        }
        if !sentence.trimmed.isEmpty { sentences.append(sentence.trimmed) }
        return sentences
    }
}

extension String {
    fileprivate var trimmed: String { String(drop { $0 == " " }) }
}
