import Narration
import Timeline
import Trace

/// The contents of a viewer and the effects of keys: a value without a terminal, so that tests can
/// press keys and read rows.
///
/// One run, or two one above the other on one axis, with a cursor at a sentence of the log. The
/// window is the part of the time that is drawn; it counts from the moment at which a run began to
/// do something, so that two runs can share it.
public struct ViewerModel: Sendable {
    /// The overlay on the picture.
    enum Overlay: Equatable, Sendable { case help, detail, claims, answer, load, variants, exercises }

    /// The part that gets most of the rows.
    enum Share: Equatable, Sendable {
        case balanced, words, picture

        var next: Share {
            switch self {
            case .balanced: .words
            case .words: .picture
            case .picture: .balanced
            }
        }
    }

    let heading: String
    let style: Style
    var runs: [RunModel]
    /// Indices of the runs that are drawn: the one at the top, and perhaps another below it.
    var shown: [Int]
    /// The one of them that keys act on.
    var focus = 0
    /// The part of the time that is drawn; nil: all of it.
    var window: Range<Int64>?
    var overlay: Overlay?
    /// How many lines of it are scrolled out at the top.
    var overlayScroll = 0
    /// The chosen line of a list to choose from.
    var selection = 0
    /// The typing until Enter, and the latest search.
    var typing = Typing()
    /// The direction of a search that has not ended.
    var searching: Bool?

    /// A message about the last key.
    var message: String?
    /// The part that gets most of the rows; a key changes it.
    var share = Share.balanced
    /// Whether the code is shown; nil: where there is room beside the log.
    var wantsSource: Bool?
    var sources = SourceTexts()
    /// Whether the next frame brings the picked item into view.
    var followsSelection = true
    /// Where the parts of the last frame are, for the mouse.
    var places = FramePlaces()
    /// The screen that the last frame was made for.
    var size = (columns: 80, rows: 24)
    public internal(set) var isOver = false
    /// How the user has left; `goesOn` only with a lesson.
    public internal(set) var ending = ViewerEnding.quit
    /// A lab's texts about the run that it has just made.
    private(set) var lesson: Lesson?

    /// Where keys lead besides this screen.
    public var ways = Ways()
    /// The place that a key has asked for.
    var leading: Ways.Place?
    /// A key has asked for the log of this run.
    var wantsLog = false

    /// - Parameters:
    ///   - heading: the common title of the runs: a lab's name.
    ///   - runs: one at least; with two or more the first two are drawn one above the other where there is room.
    ///   - progress: called now and then with the part that is done, from 0 to 1.
    public init(
        heading: String, runs: [ViewerRun], style: Style, size: (columns: Int, rows: Int) = (80, 24),
        progress: (Double) -> Void = { _ in }
    ) {
        precondition(!runs.isEmpty, "A viewer needs a run to show.")
        self.heading = heading
        self.style = style
        self.size = size
        let count = Double(runs.count)
        self.runs = runs.enumerated().map { index, run in
            RunModel(run, style) { progress((Double(index) + $0) / count) }
        }
        shown = [0]
        if runs.count > 1, size.rows >= Self.rowsForTwo {
            let first = runs.firstIndex(where: \.showsMistake) ?? 0
            shown = pair(of: first)
            focus = shown.firstIndex(of: first) ?? 0
        }
    }

    /// Opens on the last run, at the lesson's moment, with the answer visible.
    public mutating func begin(_ lesson: Lesson) {
        self.lesson = lesson
        (shown, focus) = ([runs.count - 1], 0)
        if let moment = lesson.moment, runs[current].log.count > 0 {
            runs[current].step = runs[current].log.index(at: moment)
            // The answer can be an event of what is folded.
            if runs[current].log.fold?.isFolded(runs[current].step) == true { runs[current].turnStaging() }
        }
        if !lesson.answer.isEmpty { overlay = .answer }
    }

    /// Opens at a part of the run: draws it, and puts the cursor at its first event.
    /// - Parameter moments: nanoseconds since the start of the trace.
    mutating func look(at moments: Range<Int64>) {
        let start = runs[current].drawing.layout.start
        let first = Swift.max(0, moments.lowerBound - start), last = Swift.min(length, moments.upperBound - start)
        window = first < last && (first > 0 || last < length) ? first..<last : nil
        let log = runs[current].log
        guard moments.lowerBound > 0, log.count > 0 else { return }
        let step = log.index(at: moments.lowerBound)
        runs[current].step = log.time(of: step) < moments.lowerBound && step + 1 < log.count ? step + 1 : step
    }

    /// The run to compare one with: for a fix the mistake that it fixes, for a mistake its first
    /// fix. Where the runs do not say which belong together: for a mistake the next run without,
    /// for a fix the mistake before it, else the next run.
    func partner(of run: Int) -> Int {
        if let mistake = mistake(mendedBy: run) { return mistake }
        if let fix = runs.indices.first(where: { mends($0, run) }) { return fix }
        let isMistake = runs[run].run.showsMistake
        func fits(_ other: Int) -> Bool { runs[other].run.showsMistake != isMistake }
        let found =
            isMistake
            ? runs.indices.first { $0 > run && fits($0) } ?? runs.indices.first(where: fits)
            : runs.indices.last { $0 < run && fits($0) } ?? runs.indices.first(where: fits)
        return found ?? (run + 1 < runs.count ? run + 1 : 0)
    }

    /// Two runs in their order on the screen: the mistake above its fix.
    func pair(of run: Int) -> [Int] {
        let other = partner(of: run)
        if mends(run, other) { return [other, run] }
        if mends(other, run) { return [run, other] }
        let isAbove = runs[run].run.showsMistake == runs[other].run.showsMistake ? run < other : runs[run].run.showsMistake
        return isAbove ? [run, other] : [other, run]
    }

    /// The run whose mistake another one fixes, the first of several.
    private func mistake(mendedBy run: Int) -> Int? {
        runs[run].run.fixes.lazy.compactMap { title in runs.firstIndex { $0.run.title == title } }.first
    }

    private func mends(_ fix: Int, _ mistake: Int) -> Bool { runs[fix].run.fixes.contains(runs[mistake].run.title) }

    /// The number of rows from which two runs are drawn from the start.
    static let rowsForTwo = 36

    var current: Int { shown[focus] }

    var drawings: [TimelineDrawing] { shown.map { runs[$0].drawing } }

    /// Length of all that can be seen, in nanoseconds (explorer: steps).
    var length: Int64 { TimelinePane.longest(drawings) }

    /// The cursor's moment in the window's time.
    var cursor: Int64? { runs[current].time.map { $0 - runs[current].drawing.layout.start } }
}
