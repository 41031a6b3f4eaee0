import Testing

/// The part of a lab's printed page that is about one variant.
struct LabPage {
    var variant: String
    /// The sign of each claim, and its expectation, by its name.
    var claims: [String: (sign: Character, expectation: String)] = [:]
    /// The sentence of the event that answers the question.
    var event = ""
    /// The lines of code below the answer, and those of them with words about what happened there.
    var answerLines = 0, notes = 0

    static let eventPrefix = "Event "

    /// The pages of all variants, from a page whose lines are wide enough for each claim.
    static func pages(in text: String) -> [LabPage] {
        var pages: [LabPage] = [], isEvent = false, isAnswer = false
        for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
            if line.hasPrefix("── ") { pages.append(LabPage(variant: line.dropFirst(3).prefix { $0 != " " }.description)) }
            guard !pages.isEmpty else { continue }
            isEvent = line.hasPrefix(eventPrefix) || isEvent && !line.isEmpty
            if isEvent { pages[pages.count - 1].event += " " + line.drop { $0 == " " } }
            isAnswer = line.hasPrefix("The answer is ") || isAnswer && line.hasPrefix(" ")
            if isAnswer {
                pages[pages.count - 1].answerLines += line.drop { $0 == " " }.first?.isNumber == true ? 1 : 0
                // (Words that do not fit beside the line are below it.)
                pages[pages.count - 1].notes += line.contains(" ← ") ? 1 : 0
            }
            if let sign = line.first, "✓●○✗".contains(sign),
                let claim = line.dropFirst(2).wholeMatch(of: #/(.*?): (.*) \(expected:? (.*)\).*/#)
            {
                // "0 of 6 reads": all of more things are as good as all of fewer.
                let isAll = claim.2.firstMatch(of: #/^(\d+) of (\d+) /#).map { $0.1 == $0.2 && $0.1 == claim.3 } ?? false
                pages[pages.count - 1].claims[String(claim.1)] = (sign, isAll ? "all" : String(claim.3))
            }
        }
        return pages
    }

    /// The run has the moment that answers the question, and it is the one that the table names. No event shows a value, or a promise
    /// of the language: such a variant names none.
    func expectAnsweringEvent(_ lab: String, _ isShown: Bool) {
        #expect(event.isEmpty != isShown, "\(lab) \(variant): \(event.isEmpty ? "no event answers its question" : event)")
        guard let words = Self.answers["\(lab) \(variant)"] else { return }
        #expect(words.split(separator: "|").contains { event.contains($0) }, "\(lab) \(variant): \(event)")
    }

    /// The answer points to lines, and says what happened there.
    func expectNotes(_ lab: String) {
        #expect(answerLines > 0 && notes > 0, "\(lab) \(variant): \(answerLines) lines, \(notes) notes")
    }

    /// The run makes the claims whose figures stand beside the code.
    func expectClaims(_ names: [String], _ lab: String) {
        for name in names { #expect(claims[name] != nil, "\(lab) \(variant) makes no claim \"\(name)\"") }
    }

    /// Claims about a mistake that its fix has, too, with another expectation that is as good.
    private static let alike: Set<String> = [
        // 12,793 lines are one transaction there: `one-save` shows what is wrong with that.
        "lab-import main-thread: transactions that were saved",
        // Other servers answer.
        "lab-network concurrent: photos that are shown",
        // The half-fix keeps its promise to the server.
        "lab-pool semaphore-inside: requests that waited at the same time",
    ]

    /// A tick says that all is well. So a claim that the fix of a bug changes has none in the run with the bug.
    static func expectNoTickAtCauses(_ pages: [LabPage], _ name: String, fixes: [String], _ lab: String) {
        guard let fix = pages.first(where: { $0.variant == name }) else { return }
        for mistake in pages where fixes.contains(mistake.variant) {
            for (claim, seen) in mistake.claims where seen.sign == "✓" {
                guard let mended = fix.claims[claim], !alike.contains("\(lab) \(mistake.variant): \(claim)") else { continue }
                #expect(
                    mended.expectation == seen.expectation, "\(lab): \(mistake.variant) has a tick, and \(name) another result: \(claim)")
            }
        }
    }
}
