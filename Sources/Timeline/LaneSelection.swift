/// The lanes that are drawn one by one, and those that are folded into one row because they are too many.
struct LaneSelection: Sendable {
    var lanes: [Layout.Lane] = []
    /// What is folded: how many lanes, and what they are.
    var foldedThreads: [Layout.Lane] = []
    var foldedQueues: [Layout.Lane] = []

    /// Threads that are shown above the queues only because they waited or held a lock.
    private static let mostWaitingThreads = 6

    /// - Parameter range: the time to be drawn. Beside queues, threads whose waits and locks would hardly be seen in it get no lane.
    init(_ layout: Layout, _ names: TraceNames, maximumLanes: Int, range: Range<Int64>) {
        let idle = layout.idle.map { $0.clamped(to: range) }.reduce(0) { $0 + ($1.upperBound - $1.lowerBound) }
        let shortest = (range.upperBound - range.lowerBound - idle) / 100
        var threads: [Layout.Lane] = []
        var queues: [Layout.Lane] = []
        for lane in layout.lanes {
            if case .queue = lane.subject {
                queues.append(lane)
            } else if layout.mode == .threads || lane.isSeen(in: range, atLeast: shortest) {
                threads.append(lane)
            }
        }
        let most = max(1, maximumLanes)
        let mostThreads = layout.mode == .threads ? most : min(Self.mostWaitingThreads, most)
        let (shownThreads, foldedThreads) = Self.fold(threads, to: mostThreads) { $0.kind(names) }
        let (shownQueues, foldedQueues) = Self.fold(queues, to: most) { _ in nil }
        lanes = shownThreads + shownQueues
        (self.foldedThreads, self.foldedQueues) = (foldedThreads, foldedQueues)
    }

    /// The lanes that are shown when there is room for so many: of each kind some, and never all but one, for the row that tells of the
    /// one takes its room.
    private static func fold(
        _ lanes: [Layout.Lane], to most: Int, by kind: (Layout.Lane) -> String?
    ) -> (shown: [Layout.Lane], folded: [Layout.Lane]) {
        guard lanes.count > most + 1 else { return (lanes, []) }
        var seen: [String?: Int] = [:]
        let ranks = lanes.map { lane in
            let kind = kind(lane)
            defer { seen[kind, default: 0] += 1 }
            return seen[kind] ?? 0
        }
        let shown = Set(lanes.indices.sorted { (ranks[$0], $0) < (ranks[$1], $1) }.prefix(most))
        return (
            lanes.indices.filter(shown.contains).map { lanes[$0] }, lanes.indices.filter { !shown.contains($0) }.map { lanes[$0] }
        )
    }

    var foldedWords: [String] {
        (foldedThreads.isEmpty ? [] : ["+ " + Wording.count(foldedThreads.count, "more thread", "more threads")])
            + (foldedQueues.isEmpty ? [] : ["+ " + Wording.count(foldedQueues.count, "more queue", "more queues")])
    }
}

extension Layout.Lane {
    fileprivate func isSeen(in range: Range<Int64>, atLeast shortest: Int64) -> Bool {
        func isSeen(_ start: Int64, _ end: Int64) -> Bool {
            end >= range.lowerBound && start < range.upperBound && end - start >= shortest
        }
        return subLanes.contains { subLane in
            subLane.pauses.contains { isSeen($0.start, $0.end) } || subLane.bars.contains { isSeen($0.start, $0.end) }
        }
    }

    /// What a thread has in common with others that do as it does: its name without its number.
    fileprivate func kind(_ names: TraceNames) -> String? {
        guard case .thread(let thread) = subject else { return nil }
        let name = names.lane(thread)
        let letters = name.prefix { !$0.isNumber }
        return letters.isEmpty ? name : String(letters)
    }
}

/// The names to the left of the lanes.
struct Gutter: Sendable {
    /// Columns for names.
    var nameColumns: Int
    /// Columns with the line that parts names from lanes.
    var columns: Int { nameColumns + 1 }

    init(nameColumns: Int) { self.nameColumns = nameColumns }

    init(_ selection: LaneSelection, _ names: TraceNames, width: Int) {
        var widest = 4
        for lane in selection.lanes {
            for line in Self.lines(lane, names) { widest = max(widest, displayWidth(line)) }
            if lane.foldedSubLanes > 0 { widest = max(widest, displayWidth(Self.folded(lane))) }
        }
        for words in selection.foldedWords { widest = max(widest, displayWidth(words)) }
        nameColumns = min(widest + 1, max(11, width * 22 / 100))
    }

    /// What stands beside the rows of a lane: its name, its kind, its target.
    static func lines(_ lane: Layout.Lane, _ names: TraceNames) -> [String] {
        switch lane.subject {
        case .thread(let thread): return [names.lane(thread)]
        case .queue(let index):
            guard names.trace.queues.indices.contains(index) else { return ["unknown queue"] }
            let queue = names.trace.queues[index]
            var lines = [names.queue(index), names.kind(queue.kind)]
            // The line below says that it is a queue, and a gutter is narrow.
            if queue.kind == .global, lines[0].hasPrefix("global queue (") {
                lines[0] = "global " + lines[0].dropFirst("global queue ".count)
            }
            if let target = queue.target, names.trace.queues.indices.contains(target), names.trace.queues[target].kind != .global {
                lines.append((names.style.isASCII ? "-> " : "→ ") + names.queue(target))
            }
            if queue.kind == .main, lines[0].contains("main") { lines[1] = "serial" }
            return lines
        }
    }

    static func folded(_ lane: Layout.Lane) -> String { "+ \(Wording.grouped(lane.foldedSubLanes)) more" }
}
