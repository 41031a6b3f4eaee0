import Grading
import Terminal
import Timeline

/// A learner's screen and the effects of keys: a value without a terminal, a clock or a file, so
/// that tests can press keys and read pages.
///
/// The screen has one page at a time. A new verdict brings its page up. A key
/// returns a request for everything that must happen outside.
public struct LearnerModel: Sendable {
    /// The page that fills the screen.
    public enum Page: Equatable, Sendable { case task, verdict, hints, list, keys }

    /// A key's request for something outside of this value.
    public enum Request: Equatable, Sendable {
        case grade, stepThrough, reset, quit
        /// Another screen.
        case lead(Ways.Place)
        /// This many hints have been shown now.
        case shown(hints: Int)
        /// The exercise with this index becomes the current one.
        case open(Int)
    }

    /// An exercise in the list.
    public struct Listed: Equatable, Sendable {
        public var name: String
        public var topic: String
        /// "passed, 10 of 10 points; 2 attempts, 5 min, no hint".
        public var state: String
        public var passed: Bool

        public init(name: String, topic: String, state: String, passed: Bool) {
            (self.name, self.topic, self.state, self.passed) = (name, topic, state, passed)
        }
    }

    /// The texts of the current exercise.
    public struct Texts: Equatable, Sendable {
        /// The learner's file, as people read its path.
        public var file: String
        public var task: String
        public var hints: [String]

        public init(file: String, task: String, hints: [String]) {
            (self.file, self.task, self.hints) = (file, task, hints)
        }
    }

    /// The texts that only a learner who has passed sees.
    public struct Solution: Equatable, Sendable {
        public var explanation: String
        public var code: String

        public init(explanation: String, code: String) { (self.explanation, self.code) = (explanation, code) }
    }

    /// A question that the next key answers.
    enum Question: Equatable, Sendable { case reset, next }

    /// How far the current grading is.
    public struct GradingStep: Equatable, Sendable {
        /// "compiling your code".
        public var step: String
        /// Since the save, in seconds.
        public var seconds: Double

        public init(step: String, seconds: Double) { (self.step, self.seconds) = (step, seconds) }
    }

    public var style: Style
    public private(set) var page = Page.task
    public internal(set) var list: [Listed]
    /// The index of the current exercise.
    public private(set) var current: Int
    public internal(set) var texts: Texts
    public private(set) var verdict: LearnerVerdict?
    /// From the save to the verdict, in seconds; nil if no save led to it.
    public private(set) var seconds: Double?
    /// Whether the verdict is about the original text of the exercise.
    public internal(set) var isUnchanged = false
    public internal(set) var grading: GradingStep?
    /// Why the file could not be graded, and what to do; nil if it could.
    public internal(set) var failure: String?
    public internal(set) var record: LearnerRecord
    public private(set) var hintsShown = 0
    /// Where keys lead besides this screen.
    public var ways = Ways()
    public private(set) var solution: Solution?
    public var picture: LearnerPicture?
    /// A message about the last key or the file.
    public var message: String?
    var question: Question?
    /// The typing of a search, and the search in the page.
    var typing = Typing()
    /// The columns of the last frame.
    var columns = 80
    /// How many lines of the page are scrolled out at the top.
    var scroll = 0
    /// The rows for the page in the last frame.
    var room = 20
    /// The exercise that is chosen in the list.
    var selection = 0

    public init(list: [Listed], current: Int, texts: Texts, record: LearnerRecord, style: Style) {
        self.list = list
        self.current = current
        self.texts = texts
        self.record = record
        self.style = style
    }

    // MARK: News

    /// A verdict on the learner's file.
    /// - Parameters:
    ///   - seconds: since the save.
    ///   - solution: if it passed.
    public mutating func show(_ verdict: LearnerVerdict, seconds: Double?, isUnchanged: Bool, solution: Solution?) {
        // The final verdict leaves the reader of the early one where they are.
        let isUpdate = self.verdict?.isEarly == true && !verdict.passed
        self.verdict = verdict
        self.seconds = seconds
        failure = nil
        self.isUnchanged = isUnchanged
        self.solution = solution
        if !isUpdate { picture = nil }
        // The original text is graded so that its mistake can be seen; the task stays visible.
        if isUnchanged || isUpdate { return }
        question = nil
        message = nil
        turn(to: .verdict)
    }

    /// A grading has begun. An early verdict that is shown was on the text before: it gets no remainder.
    public mutating func begin(_ step: String) {
        grading = GradingStep(step: step, seconds: 0)
        failure = nil
        verdict?.abandon()
    }

    /// The file could not be graded.
    public mutating func fail(_ words: String) {
        grading = nil
        failure = words
        turn(to: .verdict)
    }

    /// Another exercise, or the same one after a reset.
    public mutating func open(_ index: Int, _ texts: Texts, _ record: LearnerRecord) {
        current = index
        self.texts = texts
        self.record = record
        (verdict, seconds, solution, picture) = (nil, nil, nil, nil)
        (grading, failure, question, message) = (nil, nil, nil, nil)
        isUnchanged = false
        hintsShown = 0
        turn(to: .task)
    }

    public mutating func update(_ list: [Listed], _ record: LearnerRecord) {
        self.list = list
        self.record = record
    }

    /// The index of the next exercise that has not passed, after the current one; nil if all have.
    public var next: Int? {
        let order = Array(list.indices.dropFirst(current + 1)) + Array(list.indices.prefix(current))
        return order.first { !list[$0].passed }
    }

    /// Whether there is a run or a schedule to go through.
    public var canStep: Bool { verdict.map { $0.schedule != nil || $0.trace != nil } ?? false }

    mutating func turn(to page: Page) {
        self.page = page
        scroll = 0
        typing.endSearch()
        if page == .list { selection = current }
    }

    mutating func reveal() { hintsShown = min(hintsShown + 1, texts.hints.count) }
}
