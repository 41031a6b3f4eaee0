import Words

extension Claim {
    /// The claim with its figure: "torn reads: 0 of 12 reads (expected 0)". For a claim about a
    /// bug, it also says whether the bug appeared.
    var sentence: String {
        "\(name): \(measurement)\(words(for: mark))"
    }

    /// The meaning of the claim's sign, in words.
    private func words(for mark: Mark) -> String {
        switch mark {
        case .holds, .fails: ""
        case .reproduced: " — bug reproduced"
        case .notSeen: showsMistake ? " — bug did not appear in this run" : ""
        }
    }

    /// "0 of 12 reads (expected 0)".
    var measurement: String { figure == nil ? "\(unit) (expected: \(expected))" : "\(result) (expected \(expected))" }

    /// "0 of 12 reads".
    var result: String {
        guard let figure else { return unit }
        let counted = Claim.counted(unit, by: outOf.map(Double.init) ?? figure)
        return figure.plain + (outOf.map { " of \(Double($0).plain)" } ?? "") + " \(counted)"
    }

    /// The form of a unit after a number: "2 photos", but "1 photo".
    static func counted(_ unit: String, by number: Double) -> String {
        guard number == 1 else { return unit }
        let words = unit.split(separator: " ", maxSplits: 1, omittingEmptySubsequences: false)
        guard let noun = words.first else { return unit }
        return ([singular(noun)] + words.dropFirst().map(String.init)).joined(separator: " ")
    }

    /// "photos" → "photo", "copies" → "copy"; "ms" and "missing" stay as they are.
    private static func singular(_ noun: Substring) -> String {
        if noun.count < 4 || !noun.hasSuffix("s") || noun.hasSuffix("ss") { return String(noun) }
        if noun.hasSuffix("ies") { return noun.dropLast(3) + "y" }
        for ending in ["ches", "shes", "esses", "asses", "xes"] where noun.hasSuffix(ending) { return String(noun.dropLast(2)) }
        return String(noun.dropLast())
    }
}

extension Double {
    /// Whole numbers have no fraction, and groups of three digits from 10,000 up. Other numbers
    /// have one digit after the point; numbers below 1 have two.
    var plain: String {
        guard isFinite, magnitude < 1e15 else { return String(self) }
        if self == rounded() { return magnitude < 10_000 ? String(Int(self)) : Wording.grouped(Int(self)) }
        let scale = magnitude < 1 ? 100.0 : 10.0
        let text = String((self * scale).rounded() / scale)
        return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
    }
}
