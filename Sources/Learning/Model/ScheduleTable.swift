import Words
import Narration
import Timeline
import Trace

/// A schedule as a table: a column for each thread, and a row for each line of the learner's file
/// that a step is at, in the order in which the steps come.
///
/// Steps outside of the file, as in the small test that calls it, are left out: the reader knows
/// their own lines.
struct ScheduleTable: Equatable, Sendable {
    /// A line, while a thread is at it.
    struct Row: Equatable, Sendable {
        var lane: Int
        var line: Int
        /// Whether the thread begins to wait here.
        var waits: Bool
    }

    /// The threads that are at lines of the file, in the order of their first rows.
    private(set) var lanes: [Int] = []
    private(set) var rows: [Row] = []
    private let names: [String]
    private let source: [String]

    /// The longest table: the steps themselves are a key away.
    private static let most = 24

    /// - Parameters:
    ///   - file: the learner's file, without its folders.
    ///   - text: its text.
    init(_ trace: Trace, file: String, text: String) {
        names = trace.lanes.map(\.name)
        source = text.split(omittingEmptySubsequences: false) { $0.isNewline }.map { String($0) }
        let log = StepLog(trace)
        for index in 0..<log.count {
            let step = log[index]
            guard let place = step.source, place.line > 0, place.file.split(separator: "/").last.map(String.init) == file,
                trace.events.indices.contains(step.event)
            else { continue }
            let event = trace.events[step.event], lane = Int(event.lane)
            let waits = event.kind == .waitBegan
            // The same line again is one row: it is the change between threads that matters.
            if let last = rows.last, last.lane == lane, last.line == place.line {
                if waits { rows[rows.count - 1].waits = true }
                continue
            }
            rows.append(Row(lane: lane, line: place.line, waits: waits))
            if !lanes.contains(lane) { lanes.append(lane) }
        }
    }

    /// Whether a table says more than the words do: threads take turns.
    var isTelling: Bool { lanes.count > 1 && rows.count > 2 }

    func add(to page: inout PageText) {
        let number = String(source.count).count
        let width = (page.canvas.width - 1) / max(1, lanes.count)
        guard width >= 20 else { return }
        func cell(_ text: String) -> String {
            let shown = text.shown(page.style).fitted(to: width - 2, page.style)
            return shown + String(repeating: " ", count: max(0, width - displayWidth(shown)))
        }
        func row(_ lane: Int, _ text: String) -> String {
            let column = lanes.firstIndex(of: lane) ?? 0
            return String(repeating: " ", count: column * width) + cell(text)
        }
        let space = String(repeating: " ", count: number + 1)
        page.addRow(lanes.map { cell(space + (names.indices.contains($0) ? names[$0] : "thread \($0)")) }.joined(), .name)
        for entry in rows.prefix(Self.most) {
            let code = source.indices.contains(entry.line - 1) ? source[entry.line - 1].drop { $0 == " " || $0 == "\t" } : ""
            let digits = String(entry.line)
            let place = String(repeating: " ", count: max(0, number - digits.count)) + digits
            page.addRow(row(entry.lane, "\(place) \(entry.waits ? "(waits) " : "")\(code)"), .text)
        }
        if rows.count > Self.most { page.addRow("\(space)… and \(rows.count - Self.most) more".shown(page.style), .secondary) }
    }
}
