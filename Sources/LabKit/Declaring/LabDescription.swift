/// The output of `--describe`. Its keys are stable, because scripts use them.
public struct LabDescription: Codable, Sendable {
    public struct Variant: Codable, Sendable {
        public var name: String
        public var summary: String
        /// The question before the run, and its choices; nil if there is none.
        public var question: String?
        public var choices: [String]?
        /// Whether an event of a run shows the answer.
        public var hasAnsweringEvent: Bool?
        /// The names of the variants whose bugs it fixes.
        public var fixes: [String]
        /// The documented verdict of its small version under every interleaving; nil if it cannot be
        /// explored.
        public var explored: String?
        /// The number of right outcomes under every interleaving, if that verdict is `none`.
        public var outcomes: Int?
    }

    /// The name of the command: "lab-barrier".
    public var name: String
    public var title: String
    public var about: String
    public var variants: [Variant]
}

extension Lab {
    var description: LabDescription {
        LabDescription(
            name: name, title: title, about: TextPage.flowing(about),
            variants: variants.map { variant in
                LabDescription.Variant(
                    name: variant.name, summary: variant.summary, question: variant.prediction.map { TextPage.flowing($0.question) },
                    choices: variant.prediction?.choices, hasAnsweringEvent: variant.prediction?.moment.isShown, fixes: variant.fixes,
                    explored: verdict(of: variant.name)?.rawValue,
                    outcomes: rightOutcomes(of: variant.name))
            })
    }
}
