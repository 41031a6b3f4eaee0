import Words
import Trace

/// The signs that a drawing may hold.
enum LegendEntry: Int, CaseIterable, Sendable {
    case bar, wall, weakBarrier, held, once, access, race, waiting, suspendedTask, staged, enqueued, inLine, dense, bareCount, levels,
        suspended,
        cancelled,
        cancelledRunning, cancelledTask, depends,
        unfinished, ownCode, alive

    func sample(_ glyphs: Glyphs) -> String {
        func join(_ characters: [Character]) -> String { String(characters) }
        return switch self {
        case .bar: glyphs.barStart.map { join([$0, glyphs.bar, glyphs.barEnd ?? glyphs.bar]) } ?? join([glyphs.bar, glyphs.bar])
        case .wall: join([glyphs.wallEdge, glyphs.wall, glyphs.wallEdge])
        case .weakBarrier: join([glyphs.weakBarrier, glyphs.weakBarrier])
        case .held, .once:
            glyphs.barStart.map { join([$0, glyphs.held, glyphs.barEnd ?? glyphs.held]) } ?? join([glyphs.held, glyphs.held])
        case .access: "r w"
        case .race: "R W"
        case .waiting: join([glyphs.waiting, glyphs.waiting])
        case .suspendedTask: join([glyphs.suspendedTask, glyphs.suspendedTask])
        case .staged: join([glyphs.staged, glyphs.staged])
        case .enqueued: join([glyphs.enqueued])
        case .inLine: join([glyphs.inLine, "3", glyphs.inLine])
        case .dense: join([glyphs.dense, "9", glyphs.dense])
        case .bareCount: "9"
        case .levels: join([glyphs.levels[0], glyphs.levels[3], glyphs.levels[7]])
        case .suspended: join([glyphs.suspended, glyphs.suspended])
        case .cancelled, .cancelledTask: join([glyphs.cancelled])
        case .cancelledRunning: join([glyphs.bar, glyphs.cancelled, glyphs.bar])
        case .depends: join([glyphs.way, glyphs.arrow])
        case .unfinished: join([glyphs.unfinished])
        case .ownCode: join([glyphs.ownCode, glyphs.ownCode])
        case .alive: join([glyphs.alive, glyphs.alive])
        }
    }

    /// - Parameter hasGaps: some ends are missing, so nothing is known to be unfinished.
    func words(_ mode: LaneMode, hasDied: Bool, hasGaps: Bool = false) -> String {
        switch self {
        case .bar: "running"
        case .wall: "barrier: runs alone"
        case .weakBarrier: mode == .queues ? "barrier that others overlap" : "barrier"
        case .held: "holds a lock"
        case .once: "runs an initializer (once)"
        case .access: "reads, writes a shared variable"
        case .race: "in a data race"
        case .waiting: "blocked"
        case .suspendedTask: "suspended task: it has no thread"
        case .staged: "staging"
        case .enqueued: "submitted"
        case .inLine: "queued (number of waiting items)"
        case .dense: "this many, each thinner than a column"
        case .bareCount: "this many in a column"
        case .levels: "few to many busy"
        case .suspended: "queue suspended"
        case .cancelled: "cancelled before it ran"
        case .cancelledRunning: "cancelled while it ran"
        case .cancelledTask: "task cancelled"
        case .depends: "depends on it"
        case .unfinished:
            hasGaps ? "its end is not in the trace" : hasDied ? "unfinished when the process ended" : "unfinished when the trace ended"
        case .ownCode: "thread in its own code"
        case .alive: mode == .tasks ? "task made, not begun" : "thread idle"
        }
    }
}

extension Canvas {
    /// The meanings of the signs that occur in the drawing, in as few lines as possible.
    mutating func addLegend(_ entries: Set<LegendEntry>, _ trace: Trace, _ mode: LaneMode, _ style: Style) {
        var row = -1
        var column = width
        var hasDied = false
        if case .killed = trace.ending { hasDied = true }
        for entry in LegendEntry.allCases where entries.contains(entry) {
            let sample = entry.sample(style.glyphs)
            var words = entry.words(mode, hasDied: hasDied, hasGaps: trace.coverage.hasGaps)
            if entry == .alive, mode != .tasks, !trace.coverage.choice.isAll { words = "thread, nothing recorded" }
            if entry == .waiting, trace.origin == .simulation { words += ", or waits for the processor" }
            let needed = displayWidth(sample) + 1 + displayWidth(words)
            if column + needed > width {
                row = addRow()
                column = 0
            }
            write(sample, entry.role, row: row, column: column)
            write(
                words.fitted(to: max(1, width - displayWidth(sample) - 1), style), .text, row: row,
                column: column + displayWidth(sample) + 1)
            column += needed + 3
        }
    }
}

extension LegendEntry {
    var role: Role {
        switch self {
        case .bar, .dense, .held, .once: .bar(0)
        case .wall, .weakBarrier: .barrier
        case .cancelledRunning: .mark
        case .depends: .selection
        case .waiting, .suspendedTask, .levels, .suspended: .waiting(-1)
        case .enqueued, .cancelled, .cancelledTask, .unfinished, .access: .mark
        case .race: .warning
        case .inLine, .alive, .ownCode, .staged: .secondary
        case .bareCount: .text
        }
    }
}
