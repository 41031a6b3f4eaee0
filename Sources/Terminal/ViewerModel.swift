import Narration
import Timeline
import Trace

/// What a viewer shows and how keys change it: a value without a terminal, so that tests press keys and look at rows.
///
/// One run, or two one above the other on one axis, with a cursor that stands at a sentence of the log. The window is the part of the time
/// that is drawn; it counts from the moment at which a run began to do something, so that two runs can share it.
public struct ViewerModel: Sendable {
    /// What lies over the picture.
    enum Overlay: Equatable, Sendable { case help, detail, claims }

    /// What gets most of the rows.
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
    /// Which of them keys are for.
    var focus = 0
    /// The part of the time that is drawn; nil: all of it.
    var window: Range<Int64>?
    var overlay: Overlay?
    /// How many lines of it are scrolled out at the top.
    var overlayScroll = 0
    /// A sentence's number, or words to search for, while they are typed.
    var typed: StepperTyping?
    /// What was searched for last.
    var searched = ""
    /// A word about the last key.
    var message: String?
    /// What gets most of the rows; a key turns it.
    var share = Share.balanced
    /// Whether the next frame brings the picked item into sight.
    var followsSelection = true
    /// The screen that the last frame was made for.
    var size = (columns: 80, rows: 24)
    public internal(set) var isOver = false

    /// - Parameters:
    ///   - heading: what all runs have in common: a lab's name.
    ///   - runs: one at least; with two or more the first two are drawn one above the other where there is room.
    public init(heading: String, runs: [ViewerRun], style: Style, size: (columns: Int, rows: Int) = (80, 24)) {
        precondition(!runs.isEmpty, "A viewer needs a run to show.")
        self.heading = heading
        self.style = style
        self.size = size
        self.runs = runs.map { RunModel($0, style) }
        shown = [0]
        if runs.count > 1, size.rows >= Self.rowsForTwo {
            let first = runs.firstIndex(where: \.showsMistake) ?? 0
            shown = pair(of: first)
            focus = shown.firstIndex(of: first) ?? 0
        }
    }

    /// The run to compare one with: for a fix the mistake that it mends, for a mistake its first fix. Where the runs do not say which belong
    /// together: for a mistake the next run without, for a fix the mistake before it, else the next run.
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

    /// Two runs in the order in which they stand one above the other: the mistake above its fix.
    func pair(of run: Int) -> [Int] {
        let other = partner(of: run)
        if mends(run, other) { return [other, run] }
        if mends(other, run) { return [run, other] }
        let isAbove = runs[run].run.showsMistake == runs[other].run.showsMistake ? run < other : runs[run].run.showsMistake
        return isAbove ? [run, other] : [other, run]
    }

    /// The run whose mistake another one mends, the first of several.
    private func mistake(mendedBy run: Int) -> Int? {
        runs[run].run.fixes.lazy.compactMap { title in runs.firstIndex { $0.run.title == title } }.first
    }

    private func mends(_ fix: Int, _ mistake: Int) -> Bool { runs[fix].run.fixes.contains(runs[mistake].run.title) }

    /// From how many rows on two runs are drawn without being asked for.
    static let rowsForTwo = 36

    var current: Int { shown[focus] }

    var drawings: [TimelineDrawing] { shown.map { runs[$0].drawing } }

    /// Length of all that can be seen, in nanoseconds (explorer: steps).
    var length: Int64 { TimelinePane.longest(drawings) }

    /// The cursor's moment in the window's time.
    var cursor: Int64? { runs[current].time.map { $0 - runs[current].drawing.layout.start } }
}
