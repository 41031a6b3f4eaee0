import ExerciseChecks
import Trace

extension ExerciseJudge {
    /// A text in chunks, delivered line by line in little memory.
    static let lineReader = ExerciseJudge(
        checks: [
            "lines that continue in the next chunk": .behaviour { seen, evidence in text(.torn, seen, evidence) },
            "characters that continue in the next chunk": .behaviour { seen, evidence in text(.characters, seen, evidence) },
            "line breaks of two bytes": .behaviour { seen, evidence in text(.returns, seen, evidence) },
            "empty lines, and the last line": .behaviour { seen, evidence in text(.last, seen, evidence) },
            "returns immediately, and delivers on the queue": .behaviour(returnsImmediately),
            "end comes once, after the last line": .behaviour(endComesOnce),
            "little memory": .behaviour(littleMemory),
            "right in every interleaving": .interleavings(
                of: [Exploration("threeChunks", judge: threeRead), Exploration("twoTexts", judge: twoRead)],
                unless: { evidence in
                    guard let seen = try? evidence.observations(LineReaderRun.Observations.self) else { return nothingRead }
                    if let finding = unfinished(seen) { return finding }
                    return seen.failures[LineReaderRun.Kind.torn.rawValue] == nil
                        ? nil : .notJudged(because: "lines are torn, also without another interleaving")
                }),
        ])

    private static func text(_ kind: LineReaderRun.Kind, _ seen: LineReaderRun.Observations, _ evidence: Evidence) -> GradeFinding? {
        if let finding = unfinished(seen) { return finding }
        guard let failure = seen.failures[kind.rawValue] else {
            return seen.withoutEnd ? .notJudged(because: "`end` did not come for each text") : nil
        }
        // A torn line also breaks the other texts.
        if kind != .torn, let torn = seen.failures[LineReaderRun.Kind.torn.rawValue], !torn.isOneChunk, !failure.isOneChunk {
            return .notJudged(because: "lines that continue in the next chunk are torn")
        }
        let chunks =
            failure.isOneChunk ? "in one chunk" : failure.chunk == 1 ? "in chunks of one byte" : "in chunks of \(failure.chunk) bytes"
        let what = """
            The text \(quoted(failure.text)) came \(chunks). Delivered: \(list(failure.lines)). Expected: \(list(failure.expected)).
            """
        switch kind {
        case .torn:
            return GradeFinding(
                .wrongResult, failure.isOneChunk ? what : "\(what) A line that continues in the next chunk must be delivered as one line.",
                at: evidence.lineOfSplitting,
                try: failure.isOneChunk
                    ? "a line ends at each line break (the byte 10)."
                    : "keep the bytes after the last line break, and put the next chunk after them.")
        case .characters:
            let isBroken = failure.lines.contains { $0.contains("\u{FFFD}") }
            return GradeFinding(
                .wrongResult, isBroken ? "\(what) A character of several bytes was cut, and its parts were decoded separately." : what,
                at: evidence.lineOfDecoding, try: "keep bytes between two chunks, not text. Decode a line when all of its bytes are there.")
        case .returns where failure.expected.contains { $0.contains("\r") }:
            return GradeFinding(
                .wrongResult, "\(what) A `\\r` that stands alone is a part of its line.", at: evidence.lineOfSplitting,
                try: "search for the byte 10 (`\\n`). When the line is complete, remove a byte 13 (`\\r`) from its end, and only there.")
        case .returns:
            return GradeFinding(
                .wrongResult, what, at: evidence.lineOfSplitting,
                try: """
                    search for the byte 10 (`\\n`). When the line is complete, remove a byte 13 (`\\r`) from its end. In a `String`, \
                    `\\r\\n` is one character, and not equal to `\\n`.
                    """)
        case .last:
            let isShort = failure.lines.count < failure.expected.count
            let isLast = isShort && failure.expected.starts(with: failure.lines)
            return GradeFinding(
                isLast ? .missing : .wrongResult, what, at: evidence.lineOfSplitting,
                try: isLast
                    ? "after the last chunk, deliver the bytes that are left. There is no line break after them."
                    : isShort
                        ? "`split` omits empty parts, unless you say `omittingEmptySubsequences: false`."
                        : "after the last chunk, deliver what is left only if it is not empty.")
        }
    }

    private static func quoted(_ text: String) -> String {
        "\"\(text.unicodeScalars.map { $0 == "\n" ? "\\n" : $0 == "\r" ? "\\r" : String($0) }.joined())\""
    }

    private static func list(_ lines: [String]) -> String {
        lines.isEmpty ? "none" : lines.prefix(8).map(quoted).joined(separator: ", ") + (lines.count > 8 ? ", …" : "")
    }

    @Sendable private static func returnsImmediately(_ seen: LineReaderRun.Observations, _ evidence: Evidence) -> GradeFinding? {
        guard seen.reads else { return nothingRead }
        if seen.call != .returned {
            return GradeFinding(
                .waits,
                """
                `readLines` did not return while the first chunk was being read. So the caller waits until the file is read. A main thread \
                would not react to a touch during that time.
                """,
                at: evidence.lineOfReading, try: "read in a block on another queue: `DispatchQueue.global().async { … }`.")
        }
        if seen.readsOnQueue {
            return GradeFinding(
                .waits,
                "Your code reads on the queue of the list. While it waits for a chunk, the queue can run no other block.",
                at: evidence.lineOfReading, try: "read on another queue, and submit only the lines to this one.")
        }
        guard seen.elsewhere > 0 else { return seen.delivers ? nil : nothingDelivered }
        return GradeFinding(
            .wrongQueue, "\(seen.elsewhere) of 20 lines were not delivered on `queue`. The list is used only there.",
            at: evidence.line(declaring: " line(String") ?? evidence.line(declaring: "line(text)") ?? evidence.lineOfFunction,
            try: "queue.sync { line(text) }")
    }

    @Sendable private static func endComesOnce(_ seen: LineReaderRun.Observations, _ evidence: Evidence) -> GradeFinding? {
        guard seen.reads else { return nothingRead }
        let place = evidence.line(declaring: "end()") ?? evidence.lineOfFunction
        if seen.endsEarly > 0 {
            return GradeFinding(
                .tooEarly, "`end` was called while the first of 20 lines was being delivered.", at: place,
                try: "submit `end` to the same queue, after the last line. A serial queue keeps the order.")
        }
        if seen.ends == 0 {
            if let standstill = evidence.standstill {
                return GradeFinding(
                    standstill.verdict, "`end` was never called. \(standstill.what)", at: standstill.place, try: standstill.cure)
            }
            return GradeFinding(.missing, "`end` was never called.", at: place, try: "call it on `queue` when there is no further chunk.")
        }
        if seen.ends > 1 {
            return GradeFinding(
                .tooOften, "`end` was called \(seen.ends) times.", at: place, try: "call it once, after the loop over the chunks.")
        }
        if seen.endsElsewhere > 0 {
            return GradeFinding(
                .wrongQueue, "`end` was not called on `queue`.", at: place, try: "queue.async { end() }")
        }
        return seen.delivers ? nil : nothingDelivered
    }

    @Sendable private static func littleMemory(_ seen: LineReaderRun.Observations, _ evidence: Evidence) -> GradeFinding? {
        guard seen.reads else { return nothingRead }
        guard seen.delivers else { return nothingDelivered }
        guard seen.kept > seen.allowed else { return seen.failures.isEmpty ? nil : wrongLines(seen) }
        let begin =
            "The text has \(seen.size) bytes, its chunks have 5, and its lines have 8. Your code kept \(seen.kept) bytes. One chunk and one line have \(seen.allowed)."
        if seen.readAllFirst {
            return GradeFinding(
                .tooMuchMemory, "\(begin) It read the whole text before it delivered the first line.", at: evidence.lineOfReading,
                try: "deliver the complete lines of each chunk before you ask for the next chunk.")
        }
        if !seen.readAllMeanwhile {
            return GradeFinding(
                .tooMuchMemory,
                "\(begin) While the list was busy with one line, your code read on, and stopped later: lines of the last chunk were not delivered.",
                at: evidence.lineOfReading,
                try:
                    "wait until all lines of a chunk have been delivered (back-pressure), and then ask for the next chunk: not the other way round."
            )
        }
        return GradeFinding(
            .tooMuchMemory,
            """
            \(begin) While the list was busy with one line, your code read the whole text. The lines collected in the queue: `async` never \
            waits, and a queue has no limit.
            """,
            at: evidence.line(declaring: "queue.async") ?? evidence.lineOfReading,
            try: "let the reader wait until a line has been delivered (back-pressure): use `sync` instead of `async`.")
    }

    /// A reader that delivers torn lines needs no memory for them.
    private static func wrongLines(_ seen: LineReaderRun.Observations) -> GradeFinding? {
        guard let torn = seen.failures[LineReaderRun.Kind.torn.rawValue], !torn.isOneChunk else { return nil }
        return .notJudged(because: "lines are torn, so nothing is kept")
    }

    private static func threeRead(_ outcome: String, _ evidence: Evidence) -> GradeFinding {
        let seen = try? evidence.observations(LineReaderRun.Observations.self)
        if let seen, seen.failures[LineReaderRun.Kind.last.rawValue] != nil, outcome == "ab, cd, , end" {
            return .notJudged(because: "there is one more line at the end: see the check “empty lines, and the last line”")
        }
        return GradeFinding(
            outcome.isEmpty || !outcome.contains("end") ? .missing : .wrongResult,
            "The lines “ab” and “cd” came in three chunks. In one interleaving, the list has: \(outcome.isEmpty ? "nothing" : outcome).",
            at: evidence.lineOfReading,
            try: "let one thread read the chunks one after the other, and deliver all lines on the serial queue.")
    }

    private static func twoRead(_ outcome: String, _ evidence: Evidence) -> GradeFinding {
        GradeFinding(
            .wrongResult,
            "Two texts were read at the same time, each with the lines “ab” and “cd”. In one interleaving, the two lists have: \(outcome).",
            at: evidence.lineOfReading, try: "each call needs its own variable for the rest of a line.")
    }

    private static func unfinished(_ seen: LineReaderRun.Observations) -> GradeFinding? {
        if !seen.reads { return nothingRead }
        return seen.ends == 0 ? .notJudged(because: "`end` was never called") : nil
    }

    private static let nothingRead = GradeFinding.notJudged(because: "your code never asked for a chunk")
    private static let nothingDelivered = GradeFinding.notJudged(because: "no line was delivered")
}

extension Evidence {
    fileprivate var lineOfFunction: String? { line(declaring: "func readLines") }
    fileprivate var lineOfReading: String? { line(declaring: "nextChunk()") ?? lineOfFunction }
    fileprivate var lineOfDecoding: String? { line(declaring: "decoding:") ?? lineOfSplitting }
    fileprivate var lineOfSplitting: String? {
        line(declaring: "split(") ?? line(declaring: "firstIndex") ?? line(declaring: "== 10") ?? lineOfReading
    }
}
