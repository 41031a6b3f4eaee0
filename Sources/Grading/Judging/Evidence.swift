import FoundationEssentials
import Symbols
import Trace
import Words

/// The evidence about an attempt: the observations of its checks, the trace of the run, and the
/// results of exploring it.
struct Evidence: Sendable {
    /// The observations that the checks in the attempt's process wrote, as JSON.
    var report: [UInt8]
    var trace: Trace
    /// The attempt's file, without its folders.
    var file: String
    /// The lines of that file.
    var source: [Substring]
    /// Threads that did not return to the checks, and the attempt's lines at which they are,
    /// innermost first.
    var stuck: [(thread: UInt64, lines: [String])] = []
    /// Parts of the checks in which the attempt crashed, and how; the other evidence is from a run
    /// without them.
    var crashes: [(part: String, finding: GradeFinding)] = []
    /// The results of exploring it; nil if it was not explored.
    var explorations: Explorations?

    func observations<Observations: Decodable>(_ type: Observations.Type) throws -> Observations {
        try JSONDecoder().decode(type, from: Data(report))
    }
}

extension Evidence {
    /// A stretch of a thread between two notes.
    struct Stretch: Sendable {
        var lane: Int
        var time: ClosedRange<Int64>
    }

    /// The stretches between these notes, on one thread each.
    func stretches(from first: String, to last: String) -> [Stretch] {
        var open: [Int: Int64] = [:]
        var found: [Stretch] = []
        for note in trace.notes.sorted(by: { $0.time < $1.time }) {
            if note.text == first {
                open[note.lane] = note.time
            } else if note.text == last, let began = open.removeValue(forKey: note.lane) {
                found.append(Stretch(lane: note.lane, time: began...max(began, note.time)))
            }
        }
        return found
    }

    /// The innermost item that a thread ran at an instant.
    func item(on lane: Int, at time: Int64) -> Trace.Item? {
        trace.items.filter { item in
            guard item.lane == lane, let began = item.began else { return false }
            return began <= time && time <= item.ended ?? .max
        }.max { ($0.began ?? 0) < ($1.began ?? 0) }
    }

    /// The waits of the attempt's own code. (The checks are a library of their own, and are not
    /// recorded.)
    var waitsOfAttempt: [Trace.Wait] { trace.waits }

    /// "line 12 of Exercise.swift", for a place in the attempt's file.
    func line(of place: Int?) -> String? {
        guard let place, trace.places.indices.contains(place) else { return nil }
        let locations = [trace.places[place].call, trace.places[place].closure].compactMap { $0 }
        guard let location = locations.first(where: { $0.line > 0 && Self.name(of: $0.file) == file }) else { return nil }
        return "line \(location.line) of \(file)"
    }

    /// The attempt's lines among these return addresses, innermost first.
    func lines(at addresses: [UInt64], inProgram program: String) -> [String] {
        Symbolicator.locations(ofReturnAddresses: addresses, inProgram: program).compactMap { location in
            guard let location, location.line > 0, Self.name(of: location.file) == file else { return nil }
            return "line \(location.line) of \(file)"
        }
    }

    /// The text of a line ("line 12 of Exercise.swift").
    func text(of line: String) -> Substring {
        let number = line.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0
        return source.indices.contains(number - 1) ? source[number - 1] : ""
    }

    /// The threads that, between these notes, slept for a time and checked again: a sleep, or a
    /// wait that timed out.
    func lanesThatPoll(from first: String, to last: String) -> [Trace.Wait] {
        stretches(from: first, to: last).compactMap { stretch in
            waitsOfAttempt.first { $0.lane == stretch.lane && stretch.time ~= $0.began && ($0.kind == .sleep || $0.timedOut) }
        }
    }

    /// Whether the attempt submits work to queues at all, or acquires locks. The place is not
    /// always known: `withLock` is compiled into the attempt, without a line.
    var usesQueues: Bool { !trace.items.isEmpty }
    var usesLocks: Bool {
        trace.events.contains { $0.kind == .lockAcquired } || trace.waits.contains { $0.kind != .sync && $0.kind != .kernel }
    }

    /// Whether a line of the attempt's code holds these words, comments left out.
    func mentions(_ words: String) -> Bool { line(declaring: words) != nil }

    /// The line on which the attempt declares something: the first that holds these words, comments left out.
    func line(declaring words: String) -> String? {
        SwiftCode.withoutComments(source).firstIndex { $0.contains(words) }.map { "line \($0 + 1) of \(file)" }
    }

    /// The line of the call that submitted the item in which this note was first written.
    func line(ofItemAt remark: String) -> String? {
        guard let note = trace.notes.first(where: { $0.text == remark }), let item = item(on: note.lane, at: note.time) else { return nil }
        return line(of: item.place)
    }

    static func name(of path: String) -> String { path.split(separator: "/").last.map(String.init) ?? path }
}

extension Evidence {
    /// The finding about two calls at the same time, the first of which waited for the second one's work.
    /// - Parameters:
    ///   - work: the one piece of work of each call: "download".
    ///   - end: the end of the first call, with its verb: "the call returned".
    func waitsForOtherCall(_ work: String, _ end: String, at place: String?) -> GradeFinding {
        GradeFinding(
            .waits,
            """
            Two calls ran at the same time, with one \(work) each. The \(work) of the first call had ended. But \(end) only after the \(work) of \
            the other call had ended, too.
            """,
            at: line(declaring: "DispatchGroup()") ?? place,
            try: "each call needs a group, or a counter, of its own: a local variable of the function.")
    }

    /// A time in seconds with one decimal place, rounded down, if it is shorter than it must be; otherwise
    /// nil. A fiftieth of a second is allowed, because two clocks can differ.
    static func tooShort(_ time: Double?, for least: Double) -> Double? {
        time.flatMap { $0 < least - 0.02 ? ($0 * 10).rounded(.down) / 10 : nil }
    }
}
