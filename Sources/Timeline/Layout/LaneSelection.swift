import Words
import Trace

/// The lanes that are drawn one by one, and those that are folded into one row because they are too many.
struct LaneSelection: Sendable {
    var lanes: [Layout.Lane] = []
    /// The folded lanes: their number and their kinds.
    var foldedThreads: [Layout.Lane] = []
    var foldedQueues: [Layout.Lane] = []
    /// Lanes of which one row is drawn.
    private(set) var collapsed: Set<Layout.Lane.Subject> = []
    private let mode: LaneMode

    /// Threads that are shown above the queues only because they waited or held a lock.
    private static let mostWaitingThreads = 6

    /// - Parameter range: the time to be drawn. With lanes of queues, threads whose waits and locks
    ///   would hardly be visible in it get no lane.
    init(_ layout: Layout, _ names: TraceNames, _ options: TimelineOptions, range: Range<Int64>) {
        collapsed = options.filter.collapsed
        mode = layout.mode
        let idle = layout.idle.map { $0.clamped(to: range) }.reduce(0) { $0 + ($1.upperBound - $1.lowerBound) }
        let shortest = (range.upperBound - range.lowerBound - idle) / 100
        var threads: [Layout.Lane] = []
        var queues: [Layout.Lane] = []
        for lane in layout.lanes where options.filter.isEmpty || options.filter.shows(lane, names) {
            if case .queue = lane.subject {
                queues.append(lane)
            } else if layout.mode != .queues || !options.filter.text.isEmpty || lane.isSeen(in: range, atLeast: shortest) {
                threads.append(lane)
            }
        }
        let most = max(1, options.maximumLanes)
        let mostThreads = layout.mode != .queues ? most : min(Self.mostWaitingThreads, most)
        let (shownThreads, foldedThreads) = Self.fold(threads, to: mostThreads) { $0.kind(names) }
        let (shownQueues, foldedQueues) = Self.fold(queues, to: most) { _ in nil }
        lanes = shownThreads + shownQueues
        (self.foldedThreads, self.foldedQueues) = (foldedThreads, foldedQueues)
    }

    /// The lanes that are shown when there is room for a number of them: the busiest of each kind, and
    /// never all but one, since the row for that one lane would take the same room.
    private static func fold(
        _ lanes: [Layout.Lane], to most: Int, by kind: (Layout.Lane) -> String?
    ) -> (shown: [Layout.Lane], folded: [Layout.Lane]) {
        guard lanes.count > most + 1 else { return (lanes, []) }
        var seen: [String?: Int] = [:]
        var ranks = [Int](repeating: 0, count: lanes.count)
        for index in lanes.indices.sorted(by: { (lanes[$1].load, $0) < (lanes[$0].load, $1) }) {
            let kind = kind(lanes[index])
            ranks[index] = seen[kind] ?? 0
            seen[kind, default: 0] += 1
        }
        let shown = Set(lanes.indices.sorted { (ranks[$0], lanes[$1].load, $0) < (ranks[$1], lanes[$0].load, $1) }.prefix(most))
        return (
            lanes.indices.filter(shown.contains).map { lanes[$0] }, lanes.indices.filter { !shown.contains($0) }.map { lanes[$0] }
        )
    }

    var foldedWords: [String] {
        (foldedThreads.isEmpty ? [] : ["+ " + Wording.count(foldedThreads.count, mode == .tasks ? "more task" : "more thread")])
            + (foldedQueues.isEmpty ? [] : ["+ " + Wording.count(foldedQueues.count, "more queue", "more queues")])
    }
}

extension Layout.Lane {
    fileprivate func isSeen(in range: Range<Int64>, atLeast shortest: Int64) -> Bool {
        func isSeen(_ start: Int64, _ end: Int64) -> Bool {
            end >= range.lowerBound && start < range.upperBound && end - start >= shortest
        }
        var isFound = ownCode.map { isSeen($0.lowerBound, $0.upperBound) } ?? false
        for subLane in subLanes where !isFound {
            subLane.pauses.index.forEach(in: subLane.pauses.indices, atLeast: shortest, endingAfter: range.lowerBound) { position in
                let pause = subLane.pauses[position]
                isFound = isSeen(pause.start, pause.end)
                return !isFound && pause.start < range.upperBound
            }
            if isFound { break }
            subLane.bars.index.forEach(in: subLane.bars.indices, atLeast: shortest, endingAfter: range.lowerBound) { position in
                isFound = isSeen(subLane.bars.start(position), subLane.bars.end(position))
                return !isFound && subLane.bars.start(position) < range.upperBound
            }
        }
        return isFound
    }

    /// The name of a thread without its number, which similar threads share.
    fileprivate func kind(_ names: TraceNames) -> String? {
        if case .queue = subject { return nil }
        let name = names.name(of: subject)
        let letters = name.prefix { !$0.isNumber }
        return letters.isEmpty ? name : String(letters)
    }
}

/// The names to the left of the lanes.
struct Gutter: Sendable {
    /// Columns for names.
    var nameColumns: Int
    /// The names in the gutter, each once.
    private var names: Set<String> = []
    /// Columns with the line that parts names from lanes.
    var columns: Int { nameColumns + 1 }

    /// One gutter for several drawings, one above the other.
    init(_ gutters: [Gutter]) {
        nameColumns = gutters.map(\.nameColumns).max() ?? 11
        for gutter in gutters { names.formUnion(gutter.names) }
    }

    /// A name as the gutter shows it. A name that is too long loses its end or, where that would
    /// make it look like another, its middle.
    func shown(_ name: String, _ style: Style) -> String {
        let room = nameColumns - 1
        guard displayWidth(name) > room else { return name }
        let others = names.filter { $0 != name }
        for end in Self.ends(of: name) where end.count < room - 2 {
            let form = name.shortened(keeping: end, to: room, style)
            let isTaken = others.contains { other in
                displayWidth(other) > room && other.shortened(keeping: other.suffix(end.count), to: room, style) == form
            }
            if !isTaken { return form }
        }
        return name.fitted(to: room, style)
    }

    /// The ends of a name that can represent it: none, then longer and longer ones, each beginning
    /// with a number or a word where possible.
    private static func ends(of name: String) -> [Substring] {
        let characters = Array(name)
        return (0...characters.count).compactMap { length in
            let start = characters.count - length
            let cutsNumber = start > 0 && length > 0 && characters[start].isNumber && characters[start - 1].isNumber
            return cutsNumber ? nil : name.suffix(length)
        }
    }

    init(_ selection: LaneSelection, _ names: TraceNames, width: Int) {
        var widest = 4
        nameColumns = 0
        for lane in selection.lanes {
            for line in Self.lines(lane, names) {
                widest = max(widest, displayWidth(line))
                self.names.insert(line)
            }
            if lane.foldedSubLanes > 0 { widest = max(widest, displayWidth(Self.folded(lane))) }
        }
        for words in selection.foldedWords { widest = max(widest, displayWidth(words)) }
        nameColumns = min(widest + 1, max(11, width * 22 / 100))
    }

    /// The texts to the left of the rows of a lane: its name, its kind, its target.
    static func lines(_ lane: Layout.Lane, _ names: TraceNames) -> [String] {
        switch lane.subject {
        case .thread, .task: return [names.name(of: lane.subject)]
        case .queue(let index):
            guard names.trace.queues.indices.contains(index) else { return ["unknown queue"] }
            let queue = names.trace.queues[index]
            if !lane.objects.isEmpty {
                return [String(queue.actorType).shown(names.style), Wording.count(lane.objects.count, "actor object")]
            }
            var lines = [names.queue(index), names.kind(queue.kind)]
            // The line below says that it is a queue, and a gutter is narrow.
            if queue.kind == .global, lines[0].hasPrefix("global queue (") {
                lines[0] = "global " + lines[0].dropFirst("global queue ".count)
            }
            if let target = queue.target, names.trace.queues.indices.contains(target), names.trace.queues[target].kind != .global {
                lines.append((names.style.isASCII ? "-> " : "→ ") + names.queue(target))
            }
            if let width = queue.widthWords { lines = [lines[0], width] + lines[1...] }
            // Operations that were started by hand, and completion blocks: it has no order.
            if lines[0] == Trace.Queue.noQueue { lines = [lines[0]] }
            if queue.kind == .main, lines[0].contains("main") { lines[1] = "serial" }
            return lines
        }
    }

    static func folded(_ lane: Layout.Lane) -> String { "+ \(Wording.grouped(lane.foldedSubLanes)) more" }
}
