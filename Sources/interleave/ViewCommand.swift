import ArgumentParser
import Glibc
import LabKit
import Narration
import Timeline
import Trace

/// `interleave view`: the timeline of a run, a summary in words, and a table of what ran.
struct ViewCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "view", abstract: "Draw a trace as a timeline, with a summary and a table of what ran.",
        discussion: "Two traces are drawn one above the other, on one axis. With --step one trace is told sentence by sentence.")

    @Argument(help: ArgumentHelp("The trace to read, or two to compare.", valueName: "trace"))
    var files: [String]

    @OptionGroup(title: "Page") var page: PageOptions

    @Option(help: ArgumentHelp("A lane for each queue, or for each thread: queues or threads.", valueName: "kind"))
    var lanes = LaneMode.queues

    @Option(help: ArgumentHelp("Draws from this moment of the run on: 1.5ms, 200us, 2s.", valueName: "time"))
    var from: Moment?

    @Option(help: ArgumentHelp("Draws up to this moment.", valueName: "time"))
    var to: Moment?

    @Flag(help: "Tells the run event by event; in a terminal it waits for a key after each.")
    var step = false

    func validate() throws {
        if files.count > 2 { throw ValidationError("\(files.count) traces were named, and at most two can be drawn together.") }
        if step && files.count > 1 { throw ValidationError("--step tells one run: name one trace.") }
        if step && (from != nil || to != nil) { throw ValidationError("--step tells the whole run: leave out --from and --to.") }
    }

    func run() throws {
        let traces = try files.map { path in try TraceReader.read(path: path) }
        if step {
            let layout = StepLog.Layout(width: page.columns, isASCII: page.ascii)
            let look = page.style.colour == .none ? StepperLook(isASCII: page.ascii) : .coloured(isASCII: page.ascii)
            StepLog(traces[0]).step(layout: layout, look: look)
            return
        }
        var options = TimelineOptions(width: page.columns, lanes: lanes, style: page.style, range: try range(of: traces))
        options.title = Self.title(traces[0], files[0])
        if traces.count == 2 {
            let titles = (options.title ?? "", Self.title(traces[1], files[1]))
            try StandardOutput.line(TimelineComparison(traces[0], traces[1], titles: titles, options: options).text())
        } else {
            try StandardOutput.line(TimelineDrawing(traces[0], options: options).text())
        }
        for (index, trace) in traces.enumerated() {
            let heading = traces.count > 1 ? Self.title(trace, files[index]) : nil
            try StandardOutput.write(words(about: trace, heading: heading))
        }
    }

    /// The summary and the tables, below the drawing.
    private func words(about trace: Trace, heading: String?) throws -> String {
        // In a terminal a long table would push the drawing out of sight.
        let options = TableOptions(width: page.columns, style: page.style, limit: page.isLinear ? nil : 20)
        var parts = [Summary(trace).lines.joined(separator: "\n")]
        if let heading { parts.insert(heading, at: 0) }
        if !trace.items.isEmpty { parts.append(ItemTable(trace, options: options).text()) }
        let tasks = TaskTable(trace, options: options)
        if !tasks.isEmpty { parts.append(tasks.text()) }
        if !page.isLinear, max(trace.items.count, trace.tasks.count) > 20 { parts.append("Everything: --plain.") }
        return parts.map { "\n\($0)\n" }.joined()
    }

    /// The part of the time that was asked for.
    private func range(of traces: [Trace]) throws -> Range<Int64>? {
        if from == nil && to == nil { return nil }
        let inSteps = traces.contains { $0.origin == .explorer }
        let end = traces.map(\.duration).max() ?? 0
        let first = from?.value(inSteps: inSteps) ?? 0
        let last = to?.value(inSteps: inSteps) ?? max(end, first + 1)
        guard first < last else { throw ValidationError("--from must be before --to.") }
        guard first <= end else {
            let length = inSteps ? "\(end) steps" : "\(Double(end / 1000) / 1000) ms"
            throw ValidationError("--from is behind the end of the run, which took \(length).")
        }
        return first..<last
    }

    /// What was run, and from which file it is read.
    private static func title(_ trace: Trace, _ file: String) -> String {
        let words = trace.arguments.isEmpty ? trace.program : trace.arguments.joined(separator: " ")
        return words.isEmpty ? file : "\(file): \(words)"
    }
}

extension LaneMode: ExpressibleByArgument {}
