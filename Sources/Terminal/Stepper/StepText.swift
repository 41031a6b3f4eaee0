import Narration
import Trace
import Words

extension StepLog {
    /// Every sentence, each with its line of source: for a pipe, or a terminal without a screen.
    ///
    /// In an explored run the values follow, if the step accesses or changes one of them; otherwise they are those of the step before.
    /// - Parameter write: receives the text in pieces, each ending with a line break; returns false to stop.
    public func printSteps(_ layout: Layout, look: StepperLook = StepperLook(), write: (String) -> Bool) {
        var sources = SourceTexts(), piece = "", folded = 0
        func putFold() {
            if folded > 0, let fold { piece += look.paint([Span(.number, foldLine(fold, folded, layout))]) + "\n" }
            folded = 0
        }
        func put(_ step: Step, _ values: [ProgramMoment.Value]) -> Bool {
            if fold?.isFolded(step.number - 1) == true {
                folded += 1
                return true
            }
            putFold()
            let sentence = lines(of: step, layout)
            for line in sentence { piece += look.paint(line) + "\n" }
            for line in Self.context(of: step, values, &sources, layout) { piece += look.paint(line) + "\n" }
            guard piece.utf8.count > 16_384 else { return true }
            defer { piece = "" }
            return write(piece)
        }
        // The sentences of a recorded run say what locks and counters are.
        if trace.origin == .recorder {
            forEach { put($0, []) }
        } else {
            ProgramHistory(self).forEach { put($0, $1.values) }
        }
        putFold()
        if !piece.isEmpty { _ = write(piece) }
    }

    /// "      ⋯ 6 steps of the lab's staging".
    func foldLine(_ fold: StagingFold, _ count: Int, _ layout: Layout) -> String {
        "        \(fold.words(count, isASCII: layout.isASCII))\(fold.option.map { " (\($0) shows them)" } ?? "")"
    }

    /// "7 | balance -= amount", and "balance 100 → 20, paid 1".
    private static func context(
        of step: Step, _ values: [ProgramMoment.Value], _ sources: inout SourceTexts, _ layout: Layout
    ) -> [[Span]] {
        let indent = Span(.text, "        "), width = layout.width - 8
        var lines: [[Span]] = []
        if let source = step.source, source.line > 0 {
            let text = sources.line(of: source)
            let spans = [indent, Span(.number, "\(source.line) \(layout.isASCII ? "|" : "│") "), Span(.text, text)]
            if !text.isEmpty { lines.append(StatePanel.fit(spans, width: layout.width, isASCII: layout.isASCII)) }
        }
        if !values.contains(where: \.isTouched) { return lines }
        let words = values.enumerated().flatMap { index, value in
            let words = "\(value.name) \(value.words)" + (index + 1 < values.count ? "," : "")
            return [Span(value.isRacing ? .warning : value.isTouched ? .subject : .text, layout.isASCII ? SafeText.ascii(words) : words)]
        }
        return lines + wrap(words, width: width).map { [indent] + $0 }
    }
}

/// A step in the form for scripts. The keys are a promise.
public struct SteppedEvent: Encodable, Sendable {
    /// A variable, a lock or a counter after the step.
    public struct Value: Encodable, Sendable {
        public var name: String
        /// "variable", "lock" or "counter".
        public var kind: String
        /// "?" if it cannot be read.
        public var value: String
        /// The value before the step, if the step changes it.
        public var before: String?
        /// "read", "written" or "updated", if the step accesses it.
        public var access: String?
        public var races: Bool
    }

    /// A thread at its present line.
    public struct Thread: Encodable, Sendable {
        public var name: String
        public var file: String
        public var line: Int
        public var moves: Bool
        public var waits: Bool
    }

    public var number: Int
    public var subject: String
    public var text: String
    public var file: String?
    public var line: Int?
    public var source: String?
    public var decides: Bool
    public var fails: Bool
    public var values: [Value]
    public var threads: [Thread]

    /// All steps of a run, in their order.
    public static func all(_ log: StepLog) -> [SteppedEvent] {
        var sources = SourceTexts(), steps: [SteppedEvent] = []
        ProgramHistory(log).forEach { step, moment in
            let source = step.source.flatMap { $0.line > 0 ? $0 : nil }
            let text = source.map { sources.line(of: $0) } ?? ""
            let meaning = log.trace.meanings[step.time] ?? []
            steps.append(
                SteppedEvent(
                    number: step.number, subject: step.subject, text: step.text, file: source?.file, line: source?.line,
                    source: text.isEmpty ? nil : text, decides: meaning.contains(.decides), fails: meaning.contains(.fails),
                    values: moment.values.map(Value.init),
                    threads: moment.threads.map {
                        Thread(
                            name: $0.name, file: $0.source.file, line: $0.source.line, moves: $0.isMoving, waits: $0.isBlocked)
                    }))
            return true
        }
        return steps
    }
}

extension SteppedEvent.Value {
    init(_ value: ProgramMoment.Value) {
        let kind =
            switch value.kind {
            case .variable: "variable"
            case .lock: "lock"
            case .counter: "counter"
            }
        let access: String? =
            switch value.access {
            case .read: "read"
            case .written: "written"
            case .updated: "updated"
            case nil: nil
            }
        self.init(name: value.name, kind: kind, value: value.text, before: value.before, access: access, races: value.isRacing)
    }
}
