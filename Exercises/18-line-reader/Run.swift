import Foundation
import Synchronization

/// 18-line-reader: texts in chunks of all sizes; then a list that is slower than the reader.
public enum LineReaderRun {
    /// The attempt.
    public typealias ReadLines =
        @Sendable (
            _ nextChunk: @escaping @Sendable () -> [UInt8]?, _ queue: DispatchQueue, _ line: @escaping @Sendable (String) -> Void,
            _ end: @escaping @Sendable () -> Void
        ) -> Void

    /// The kinds of texts.
    public enum Kind: String, Codable, Sendable, CaseIterable {
        /// Lines of ASCII characters.
        case torn
        /// Characters of several bytes.
        case characters
        /// Line breaks of two bytes.
        case returns
        /// Empty lines, and a last line with or without a line break.
        case last
    }

    /// A text that was not read correctly.
    public struct Failure: Codable, Sendable {
        public var text: String
        public var chunk: Int
        public var expected: [String]
        public var lines: [String]
        /// Whether it is in one chunk: then no line is torn.
        public var isOneChunk: Bool
    }

    /// The observations.
    public struct Observations: Codable, Sendable {
        /// The state of the call while the first chunk was being read.
        public var call = ProbeThread.Standing.returned
        /// Whether the reader asked for a chunk at all, and whether it did so on the queue.
        public var reads = false, readsOnQueue = false
        /// Whether the first line was delivered, and the lines that were not delivered on the queue.
        public var delivers = false, elsewhere = 0
        /// The bytes that the attempt kept at most, and those that it may keep.
        public var kept = 0, allowed = 0
        /// The bytes of the whole text.
        public var size = 0
        /// Whether it had read the whole text before it delivered the first line, or while that line
        /// was being delivered.
        public var readAllFirst = false, readAllMeanwhile = false
        /// How often `end` was called while the first line was being delivered, and at the end; and
        /// how often not on the queue.
        public var endsEarly = 0, ends = 0, endsElsewhere = 0
        /// The first failure of each kind; and whether `end` did not come then.
        public var failures: [String: Failure] = [:]
        public var withoutEnd = false
    }

    /// Runs the checks against an attempt and ends the process.
    public static func run(_ readLines: @escaping ReadLines) -> Never {
        AttemptRun.direct {
            TraceMark.put("the texts begin")
            return observe(readLines)
        }
    }

    private static let texts: [(kind: Kind, text: String, lines: [String])] = [
        (.torn, "alpha\nbeta\ngamma\n", ["alpha", "beta", "gamma"]),
        (.characters, "Grüße\n日本語\nça 🙂\n", ["Grüße", "日本語", "ça 🙂"]),
        (.returns, "one\r\ntwo\r\n\r\nfour\n", ["one", "two", "", "four"]), (.returns, "one\rtwo\r\nthree\n", ["one\rtwo", "three"]),
        (.last, "one\n\nthree\n", ["one", "", "three"]), (.last, "one\ntwo", ["one", "two"]), (.last, "\n", [""]), (.last, "", []),
    ]

    private static func observe(_ readLines: @escaping ReadLines) -> Observations {
        var seen = Observations()
        slowList(readLines, &seen)
        guard seen.reads, seen.ends > 0 else { return seen }
        for (kind, text, expected) in texts where seen.failures[kind.rawValue] == nil {
            let bytes = Array(text.utf8)
            // The whole text first: then no line is torn.
            for size in [max(1, bytes.count)] + Array(1..<max(1, bytes.count)) {
                let lines = read(bytes, size, expected, readLines)
                // One more line at the end is a mistake of its own.
                guard lines != expected, kind == .last || lines != expected + [""] else { continue }
                seen.withoutEnd = seen.withoutEnd || lines == nil
                seen.failures[kind.rawValue] = Failure(
                    text: text, chunk: size, expected: expected, lines: lines ?? [], isOneChunk: size >= bytes.count)
                break
            }
        }
        return seen
    }

    /// The lines that the attempt delivers; nil if `end` does not come.
    private static func read(_ bytes: [UInt8], _ size: Int, _ expected: [String], _ readLines: ReadLines) -> [String]? {
        let source = Source(bytes, size), list = List()
        let ended = CountingEvent()
        readLines({ source.next() }, list.queue, { list.add($0) }, { ended.happen() })
        guard ended.wait(patience: ProbeThread.patience) else { return nil }
        list.queue.sync {}
        // Only code that calls `end` too early still delivers lines.
        if list.lines != expected { _ = ThreadStates.comeToRest() }
        return list.lines
    }

    /// The first chunk, and then the first line, are held until no thread goes on.
    private static func slowList(_ readLines: @escaping ReadLines, _ seen: inout Observations) {
        let text = (10...29).map { "line \($0)\n" }.joined()
        let source = Source(Array(text.utf8), 5), list = List()
        let reading = CountingEvent(), mayRead = CountingEvent(), delivering = CountingEvent(), mayGoOn = CountingEvent()
        let ended = CountingEvent(), endedElsewhere = CountingEvent()
        let onQueue = Mutex(false), mayReadOn = CountingEvent()
        let caller = ProbeThread("app") { _ in
            readLines(
                {
                    if reading.times == 0 {
                        onQueue.withLock { $0 = list.isOnQueue }
                        reading.happen()
                        mayRead.wait()
                    }
                    // The first line is complete. Whether its delivery begins first must not be luck.
                    if source.hasFirstLine, delivering.times == 0 { mayReadOn.wait() }
                    return source.next()
                }, list.queue,
                { line in
                    source.beginsDelivery()
                    list.add(line)
                    if delivering.times == 0 {
                        delivering.happen()
                        mayGoOn.wait()
                    }
                    // (A line that is being delivered is still kept.)
                    source.deliver(line.utf8.count + 1)
                },
                {
                    if !list.isOnQueue { endedElsewhere.happen() }
                    ended.happen()
                })
        }
        seen.reads = reading.wait(patience: ProbeThread.patience)
        seen.call = caller.settle()
        seen.readsOnQueue = onQueue.withLock { $0 }
        mayRead.happen()
        guard seen.reads else { return }
        _ = ThreadStates.comeToRest()
        let readsFirst = delivering.times == 0
        mayReadOn.happen()
        seen.delivers = delivering.wait(patience: ProbeThread.patience)
        _ = ThreadStates.comeToRest()
        seen.readAllFirst = readsFirst && source.readBeforeDelivery >= text.utf8.count
        seen.readAllMeanwhile = source.hasEnded
        seen.endsEarly = seen.delivers ? ended.times : 0
        mayGoOn.happen()
        ended.wait(patience: ProbeThread.patience)
        _ = ThreadStates.comeToRest()
        seen.ends = ended.times
        seen.endsElsewhere = endedElsewhere.times
        seen.elsewhere = list.elsewhere
        seen.size = text.utf8.count
        seen.kept = source.mostKept
        seen.allowed = 5 + 8
    }
}

/// A text in chunks. It counts the bytes that were read and not delivered.
private final class Source: Sendable {
    private struct State {
        var read = 0
        var delivered = 0
        var mostKept = 0
        var readBeforeDelivery = 0
        var hasEnded = false
    }

    private let bytes: [UInt8]
    private let size: Int
    private let state = Mutex(State())

    init(_ bytes: [UInt8], _ size: Int) {
        self.bytes = bytes
        self.size = size
    }

    var mostKept: Int { state.withLock { $0.mostKept } }
    /// The bytes that had been read when the first line was delivered.
    var readBeforeDelivery: Int { state.withLock { $0.readBeforeDelivery } }
    var hasFirstLine: Bool { state.withLock { bytes[..<$0.read].contains(10) } }
    var hasEnded: Bool { state.withLock { $0.hasEnded } }

    func next() -> [UInt8]? {
        state.withLock { state in
            guard state.read < bytes.count else {
                state.hasEnded = true
                return nil
            }
            let chunk = bytes[state.read..<min(state.read + size, bytes.count)]
            state.read += chunk.count
            state.mostKept = max(state.mostKept, state.read - state.delivered)
            return Array(chunk)
        }
    }

    func beginsDelivery() {
        state.withLock { if $0.delivered == 0, $0.readBeforeDelivery == 0 { $0.readBeforeDelivery = $0.read } }
    }

    func deliver(_ count: Int) { state.withLock { $0.delivered += count } }
}

/// The list of an app: it shows lines on its own queue.
private final class List: Sendable {
    let queue = DispatchQueue(label: "list")
    private let key = DispatchSpecificKey<Bool>()
    private let content = Mutex<(lines: [String], elsewhere: Int)>(([], 0))

    init() { queue.setSpecific(key: key, value: true) }

    var lines: [String] { content.withLock { $0.lines } }
    /// The lines that came on another queue.
    var elsewhere: Int { content.withLock { $0.elsewhere } }
    var isOnQueue: Bool { DispatchQueue.getSpecific(key: key) ?? false }

    func add(_ line: String) {
        let isHere = isOnQueue
        content.withLock {
            $0.lines.append(line)
            if !isHere { $0.elsewhere += 1 }
        }
    }
}
