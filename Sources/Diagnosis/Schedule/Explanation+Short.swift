import Schedules

/// The explanation in its short form, beside the table of the steps.
extension Explanation {
    /// The sentences that tell more than the table, in their order.
    ///
    /// - Parameters:
    ///   - most: their number at most.
    ///   - race: the data race that is the cause; its sentences follow.
    ///   - hasOutcomes: whether a table of the results follows, too.
    public func shortSentences(atMost most: Int, causedBy race: Explanation?, hasOutcomes: Bool) -> [String] {
        var sentences = sentencesBesideTable(hasOutcomes: hasOutcomes)
        if let race { sentences += race.sentencesBesideTable(hasOutcomes: hasOutcomes).filter { !$0.hasPrefix("The consequence") } }
        sentences.removeAll { sentence in Scene.knownOfRaces.contains(where: sentence.hasPrefix) }
        let worth = sentences.map(worth), own = worth.count { $0 > 0 }
        // Where two sentences are about the program, the field's rules need no room; and one is enough beside one of these.
        let count = own == 0 ? most : min(most, max(own, 2))
        let chosen = Set(sentences.indices.sorted { worth[$0] != worth[$1] ? worth[$0] > worth[$1] : $0 < $1 }.prefix(count))
        return sentences.indices.filter(chosen.contains).map { index in
            shortened(index > 0 && chosen.contains(index - 1) ? sentences[index] : Self.standingAlone(sentences[index]))
        }
    }

    /// The table with fewer rows, which keeps the lines that the explanation names.
    public func table(atMost most: Int) -> ScheduleTable {
        table.shortened(to: most) { row in locations.contains { $0.line == row.line && $0.file == row.file } }
    }

    /// The advice.
    /// - Parameter race: the data race that is the cause.
    public func hint(causedBy race: Explanation?) -> String {
        // (Memory that is used after it was freed: no lock helps.)
        verdict == .crash && !isGeneral ? hint : (race ?? self).hint
    }

    /// A sentence without the word that ties it to the one before.
    private static func standingAlone(_ sentence: String) -> String {
        for word in ["So ", "After that, ", "Then ", "Here ", "In between, ", "Meanwhile "] where sentence.hasPrefix(word) {
            return String(sentence.dropFirst(word.count)).capitalizedFirst
        }
        return sentence
    }

    /// The failure in one or two sentences, beside the table.
    /// - Parameter race: the data race that is the cause.
    public func shortHeadline(causedBy race: Explanation?) -> String {
        let wrong = "An outcome that is not allowed: "
        if summary.hasPrefix(wrong) {
            let outcome = summary.dropFirst(wrong.count)
            let reason = " is the likely cause."
            if race != nil, cause.hasSuffix(reason) { return shortened("\(cause.dropLast(reason.count)) leads to the outcome \(outcome)") }
            return "A wrong outcome: \(outcome)\(cause.isEmpty ? "" : " \(cause)")"
        }
        let first = table.isWorthShowing ? shortSummary ?? summary : summary
        return shortened(cause.isEmpty ? first : "\(first) \(cause)")
    }

    /// The failure with its lines, and its reasons. It is also read without the table.
    public var shortText: String {
        ([shortened(headline)] + shortSentences(atMost: 3, causedBy: nil, hasOutcomes: false)).joined(separator: " ")
    }

    /// A text with the short names of the threads, which head the table: "block 1" for "block 1 on a global queue".
    public func shortened(_ text: String) -> String {
        var result = ""
        // (Names in code and in quotes are the program's own.)
        for (index, part) in text.split(separator: "`", omittingEmptySubsequences: false).enumerated() {
            if index > 0 { result += "`" }
            guard index.isMultiple(of: 2) else {
                result += part
                continue
            }
            var words = String(part)
            for name in names where name.long != name.short {
                words = words.replacing(name.long, with: name.short).replacing(
                    name.long.capitalizedFirst, with: name.short.capitalizedFirst)
            }
            result += words
        }
        return result
    }

    /// A text without the code of the lines that the table shows: "line 9" for "`count += 1` (line 9)".
    public func withoutShownCode(_ text: String) -> String {
        guard table.isWorthShowing else { return text }
        var result = "", rest = Substring(text)
        while let found = rest.firstMatch(of: /`[^`]*` \(((?:[^() ]+, )?line (\d+))\)/) {
            let isShown = Int(found.output.2).map { line in table.rows.contains { $0.line == line } } ?? false
            result += rest[..<found.range.lowerBound]
            let words = String(found.output.1), isFirst = result.isEmpty || result.hasSuffix(". ")
            result += isShown ? (isFirst ? words.capitalizedFirst : words) : String(found.output.0)
            rest = rest[found.range.upperBound...]
        }
        return (result + rest).replacing(/\bin (line \d+)/) { "at \($0.output.1)" }
    }

    /// How much a sentence helps a reader who has the table: the name of the mistake most, then a reason, then what this program does.
    private func worth(_ sentence: String) -> Int {
        if sentence.contains("(actor reentrancy)") { return 5 }
        if sentence.contains("a lost update") { return 4 }
        if Self.mistakes.contains(where: sentence.contains) { return 3 }
        if !isAboutProgram(sentence) { return 0 }
        return Self.reasons.contains(where: Self.withoutCode(sentence).contains) ? 2 : 1
    }

    /// The names of mistakes, as explanations have them.
    private static let mistakes = [
        "check-then-act", "(actor reentrancy)", "(a race condition)", "the ABA problem", "came before", "came between",
        "In the opposite order nothing fails", "`.relaxed` orders only", "It does not help if the threads use different elements",
    ]

    private func isAboutProgram(_ sentence: String) -> Bool {
        if sentence.contains("`") || sentence.contains("(line ") { return true }
        return names.contains { sentence.contains($0.long) || sentence.contains($0.long.capitalizedFirst) }
    }

    /// The sentences that tell more than the table, in their order.
    /// - Parameter hasOutcomes: whether a table of the results follows, too.
    private func sentencesBesideTable(hasOutcomes: Bool) -> [String] {
        let sentences = Self.sentences(of: explanation)
        guard table.isWorthShowing else { return sentences }
        return sentences.filter { sentence in
            if isInCircle(sentence) { return false }
            if hasOutcomes, Self.resultWords.contains(where: sentence.hasPrefix) { return false }
            return !isOnlyAStep(sentence)
        }
    }

    /// Whether the circle has the same: what a thread of it waits for, and since when another one holds that.
    private func isInCircle(_ sentence: String) -> Bool {
        guard let circle, sentence.contains(" waits for "), sentence.contains(" since ") else { return false }
        let words = sentence.lowercased()
        return circle.links.contains { link in
            ["", "the "].contains { words.hasPrefix("\($0)\(link.thread.lowercased()) ") }
        }
    }

    /// How sentences begin that tell what the table of the results has.
    private static let resultWords = [
        "allowed(_:) returns false for", "Other interleavings finish, with the result", "In other interleavings, it is",
        "The schedule below leads to", "The consequence: ", "When the steps of the threads interleave, the result",
    ]

    /// Whether a sentence only says that a thread makes a step which has a row. Reasons and names of mistakes are more than that.
    private func isOnlyAStep(_ sentence: String) -> Bool {
        let lines = sentence.matches(of: /\(line (\d+)\)/).compactMap { Int($0.output.1) }
        guard !lines.isEmpty, lines.allSatisfy({ line in table.rows.contains { $0.line == line } }) else { return false }
        let outside = Self.withoutCode(sentence)
        if outside.contains("(actor reentrancy)") { return false }
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
    public static func sentences(of text: String) -> [String] {
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
