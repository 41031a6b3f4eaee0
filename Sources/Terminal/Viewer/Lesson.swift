import Narration

/// A lab's texts next to a run on the full screen: how far the learner is, and the answer to the
/// question that was asked before the run.
public struct Lesson: Sendable {
    /// The number of this variant, from 1, and the number of all variants.
    public var number: Int
    public var count: Int
    /// The answer with its reason, one paragraph a line. Empty: nothing was asked.
    public var answer: [[Span]]
    /// The code that was asked about, with what happened there. It stands below the first paragraph of the answer.
    public var code: CodeListing?
    /// The time that answers the question, in nanoseconds since the trace's start; nil: the start.
    public var moment: Int64?
    /// Whether another variant comes when the learner goes on.
    public var hasNext: Bool
    /// Whether a question comes when the learner goes on, before the next variant or the end.
    public var hasQuestion = false

    public init(number: Int, of count: Int, answer: [[Span]] = [], code: CodeListing? = nil, moment: Int64? = nil) {
        self.number = number
        self.count = count
        self.answer = answer
        self.code = code
        self.moment = moment
        hasNext = number < count
    }

    /// The answer and its code in lines of at most `width` columns.
    func lines(width: Int, isASCII: Bool) -> [[Span]] {
        let paragraphs = answer.map { StepLog.wrap($0, width: max(20, width)) }
        // The name of a single file was above the question.
        let hasFiles = Set(code?.parts.map(\.file) ?? []).count > 1
        let code = code?.lines(width: width, isASCII: isASCII, hasFiles: hasFiles) ?? []
        return (paragraphs.first ?? []) + code + paragraphs.dropFirst().joined()
    }

    /// "▰▰▱▱▱▱  2 of 6".
    public func strip(isASCII: Bool) -> String {
        let (reached, ahead) = isASCII ? ("#", ".") : ("▰", "▱")
        let marks = String(repeating: reached, count: number) + String(repeating: ahead, count: count - number)
        return "\(marks)  \(number) of \(count)"
    }
}

/// How a learner leaves the full screen.
public enum ViewerEnding: Equatable, Sendable {
    case quit
    /// On to the next variant.
    case goesOn
    /// To the variant with this name, which has not been run yet.
    case goesTo(String)
}
