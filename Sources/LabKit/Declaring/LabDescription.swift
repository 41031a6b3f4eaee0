/// The output of `--describe`. Its keys are stable, because scripts use them.
public struct LabDescription: Codable, Sendable {
    public struct Variant: Codable, Sendable {
        public var name: String
        public var summary: String
        /// The question before the run, and its choices; nil if there is none.
        public var question: String?
        public var choices: [String]?
        /// The right choice, as an index into `choices`.
        public var answer: Int?
        /// The question after the run; nil if there is none.
        public var questionAfterRun: String?
        /// For a follow-up: the names of the variants after whose wrong guess it is asked.
        public var after: [String]?
        /// The code that the question is about; nil if there is none, or if the source cannot be read.
        public var code: [Code]?
        /// The names of the claims whose figures the answer writes beside the code.
        public var claimsBesideCode: [String]?
        /// Whether an event of a run shows the answer.
        public var hasAnsweringEvent: Bool?
        /// The names of the variants whose bugs it fixes.
        public var fixes: [String]
        /// The documented verdict of its small version under every interleaving; nil if it cannot be
        /// explored.
        public var explored: String?
        /// The number of pool threads there; nil: as many as are needed.
        public var pool: Int?
        /// The number of right outcomes under every interleaving, if that verdict is `none`.
        public var outcomes: Int?
    }

    /// Neighbouring lines of a source file.
    public struct Code: Codable, Sendable {
        public struct Line: Codable, Sendable {
            public var number: Int
            /// The line without its comment.
            public var text: String
        }

        /// The file's path in the package.
        public var file: String
        public var lines: [Line]
    }

    /// The name of the command: "lab-barrier".
    public var name: String
    public var title: String
    public var about: String
    public var variants: [Variant]
    /// The variants to guess after a wrong guess.
    public var followUps: [Variant]
}

extension Lab {
    var description: LabDescription {
        LabDescription(
            name: name, title: title, about: TextPage.flowing(about), variants: variants.map { described($0) },
            followUps: followUps.map { followUp in
                var variant = described(followUp.variant)
                variant.after = followUp.variants
                return variant
            })
    }

    private func described(_ variant: Variant<Parameters>) -> LabDescription.Variant {
        let prediction = variant.prediction
        return LabDescription.Variant(
            name: variant.name, summary: variant.summary, question: prediction.map { TextPage.flowing($0.question) },
            choices: prediction?.choices, answer: prediction?.answer,
            questionAfterRun: afterRun.first { $0.variants.contains(variant.name) }.map { TextPage.flowing($0.question) },
            code: prediction?.code.flatMap(describedCode), claimsBesideCode: prediction?.notes.flatMap(\.claims),
            hasAnsweringEvent: prediction?.moment.isShown, fixes: variant.fixes, explored: verdict(of: variant.name)?.rawValue,
            pool: poolWidth(of: variant.name),
            outcomes: rightOutcomes(of: variant.name))
    }

    private func describedCode(_ exhibit: Exhibit) -> [LabDescription.Code]? {
        code(of: exhibit)?.parts.map { part in
            LabDescription.Code(file: part.file, lines: part.lines.map { LabDescription.Code.Line(number: $0.number, text: $0.text) })
        }
    }
}
