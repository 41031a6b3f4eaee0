/// A question asked before a variant runs, and answered after it.
public struct Prediction: Sendable {
    public var question: String
    /// The code that the question is about, which is shown above it.
    public var code: Exhibit?
    public var choices: [String]
    /// Index into `choices`.
    public var answer: Int
    /// The explanation of the answer.
    public var reason: String
    /// The moment of the run that shows the answer.
    public var moment: Moment
    /// The words that the answer writes beside lines of the code.
    var notes: [Note]

    /// Words beside a line of the code, after the run.
    struct Note: Sendable {
        /// A text of the line.
        var line: String
        /// The words. The name of a claim in braces stands for its figure: "{photos in the album} are left".
        var words: String
    }

    /// - Parameters:
    ///   - code: the declarations of the scenario that the question is about.
    ///   - reason: why the answer is right.
    ///   - moment: the moment of the run that shows the answer.
    ///   - notes: words beside lines of the code, after the run. A key is a text of a line. The name of a claim in braces stands for its
    ///     figure: `["photos = found": "{photos in the album} are left"]`. Other lines say by themselves how often they were called, and
    ///     which threads were blocked there.
    public init(
        _ question: String, about code: Exhibit? = nil, choices: [String], answer: Int, because reason: String, at moment: Moment,
        beside notes: KeyValuePairs<String, String> = [:]
    ) {
        precondition(choices.indices.contains(answer), "The answer of a prediction must be the index of one of its choices.")
        self.question = question
        self.code = code
        self.choices = choices
        self.answer = answer
        self.reason = reason
        self.moment = moment
        self.notes = notes.map { Note(line: $0.key, words: $0.value) }
    }
}
