import ArgumentParser
import Glibc
import LabKit
import Narration
import Terminal
import Timeline
import Trace

/// `interleave view`: the timeline of a run, a summary in words, and a table of what ran.
struct ViewCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "view", abstract: "Draw a trace as a timeline, with a summary and a table of what ran.",
        discussion: """
            In a terminal it opens full-screen: zoom, move, step through the events; ? shows the keys. With --plain, --width, --table, or \
            where the output is no terminal, everything is printed as text. Two traces are drawn one above the other, on one axis. With --step one \
            trace is told sentence by sentence. With --from and --to the drawing and the tables show that part of the time only.
            """)

    @Argument(help: ArgumentHelp("The trace to read, or two to compare.", valueName: "trace"))
    var files: [String]

    @OptionGroup(title: "Page") var page: PageOptions

    @Option(help: ArgumentHelp("A lane for each queue, or for each thread: queues or threads.", valueName: "kind"))
    var lanes = LaneMode.queues

    @Option(help: ArgumentHelp("Draws from this moment of the run on: 1.5ms, 200us, 2s.", valueName: "time"), transform: Moment.read)
    var from: Moment?

    @Option(help: ArgumentHelp("Draws up to this moment.", valueName: "time"), transform: Moment.read)
    var to: Moment?

    @Option(
        help: ArgumentHelp(
            "Rows of each table: a number, all or none. Without it: all where the output is no terminal or with --plain, else 20.",
            valueName: "rows"))
    var table: TableRows?

    @Flag(help: "Tells the run event by event; in a terminal it waits for a key after each.")
    var step = false

    @Flag(help: "Of a lab's trace: shows the lab's staging, too, which makes threads meet.")
    var staging = false

    func validate() throws {
        if files.count > 2 { throw ValidationError("\(files.count) traces were named, and at most two can be drawn together.") }
        if step && files.count > 1 { throw ValidationError("--step tells one run: name one trace.") }
        if step && table != nil { throw ValidationError("--step prints no tables: leave out --table.") }
        if step && (from != nil || to != nil) { throw ValidationError("--step tells the whole run: leave out --from and --to.") }
    }

    func run() throws {
        let read = try files.map { path in try TraceReader.read(path: path) }
        let traces = staging ? read : read.map { $0.withoutStaging() }
        if step {
            let layout = StepLog.Layout(width: page.columns, isASCII: page.ascii)
            let look = page.style.colour == .none ? StepperLook(isASCII: page.ascii) : .coloured(isASCII: page.ascii)
            StepLog(traces[0]).step(layout: layout, look: look)
            return
        }
        if !page.isLinear, page.width == nil, table == nil, try show(read) { return }
        let range = try range(of: traces)
        var options = TimelineOptions(width: page.columns, lanes: lanes, style: page.style, range: range)
        options.title = Self.title(traces[0], files[0])
        let drawing = Self.drawing(of: traces, titled: files, options)
        let parts = traces.indices.flatMap { index in
            words(about: traces[index], range, heading: traces.count > 1 ? Self.title(traces[index], files[index]) : nil)
        }
        // The longest part, the table of all items, is begun with the others: a million events take half as long on two cores.
        let texts = together(parts + [drawing])
        try StandardOutput.line(texts.last ?? "")
        try StandardOutput.write(texts.dropLast().filter { !$0.isEmpty }.map { "\n\($0)\n" }.joined())
    }

    /// Opens the full screen; false, with a word on standard error, where the terminal cannot be drawn on.
    private func show(_ traces: [Trace]) throws -> Bool {
        let window = try range(of: traces)
        let runs = zip(traces, files).map { trace, file in
            let name = file.split(separator: "/").last.map(String.init) ?? file
            let program = trace.arguments.isEmpty ? trace.program : trace.arguments.joined(separator: " ")
            var run = ViewerRun(title: name, summary: program, trace: trace, lanes: lanes)
            run.showsStaging = staging
            return run
        }
        do {
            try Viewer.show(runs, style: page.style, window: window)
            return true
        } catch {
            printError("interleave: as plain text, because \(error.reason).")
            return false
        }
    }

    private static func drawing(of traces: [Trace], titled files: [String], _ options: TimelineOptions) -> @Sendable () -> String {
        let titles = zip(traces, files).map { title($0, $1) }
        return {
            traces.count == 2
                ? TimelineComparison(traces[0], traces[1], titles: (titles[0], titles[1]), options: options).text()
                : TimelineDrawing(traces[0], options: options).text()
        }
    }

    /// The summary and the tables, below the drawing.
    private func words(about trace: Trace, _ range: Range<Int64>?, heading: String?) -> [@Sendable () -> String] {
        // In a terminal a long table would push the drawing out of sight.
        let limit = table.map(\.limit) ?? (page.isLinear ? nil : 20)
        let options = TableOptions(width: page.columns, style: page.style, limit: limit, range: range)
        let layout = StepLog.Layout(width: page.columns, isASCII: page.ascii)
        let summary: [@Sendable () -> String] = [
            { heading ?? "" },
            { Summary(trace).lines(layout).joined(separator: "\n") },
            { range.map { Self.words(on: $0, of: trace, ItemTable(trace, options: options).count) } ?? "" },
        ]
        if limit == 0 { return summary }
        let isCut = limit.map { max(trace.items.count, trace.tasks.count, trace.waits.count) > $0 } ?? false
        return summary + [
            { trace.items.isEmpty ? "" : ItemTable(trace, options: options).text() },
            {
                let waits = WaitTable(trace, options: options)
                return waits.isEmpty ? "" : waits.text()
            },
            {
                let tasks = TaskTable(trace, options: options)
                return tasks.isEmpty ? "" : tasks.text()
            },
            { isCut ? "Everything: --table all." : "" },
        ]
    }

    /// What the drawing and the tables show of a run, and that the summary tells of all of it.
    private static func words(on range: Range<Int64>, of trace: Trace, _ items: Int) -> String {
        let from = words(forMoment: range.lowerBound, trace), to = words(forMoment: range.upperBound, trace)
        let all = trace.items.count
        return "That was the whole run. The drawing shows it from \(from) to \(to), and tables hold what lies in that part"
            + (all == 0 ? "." : ": \(items) of \(all) item\(all == 1 ? "" : "s").")
    }

    private static func words(forMoment time: Int64, _ trace: Trace) -> String {
        trace.origin == .explorer ? "step \(time)" : "\(Double(time / 1000) / 1000) ms"
    }

    /// The part of the time that was asked for.
    private func range(of traces: [Trace]) throws -> Range<Int64>? {
        if from == nil && to == nil { return nil }
        let inSteps = traces.contains { $0.origin == .explorer }
        let end = traces.map(\.duration).max() ?? 0
        let first = from?.value(inSteps: inSteps) ?? 0
        let last = to?.value(inSteps: inSteps) ?? max(end, first + 1)
        guard first < last else {
            throw CommandFailure(.usage, "--from must be before --to.", cure: "Give the earlier moment with --from.")
        }
        guard first <= end else {
            let length = inSteps ? "\(end) steps" : "\(Double(end / 1000) / 1000) ms"
            throw CommandFailure(.usage, "--from is behind the end of the run.", cure: "The run took \(length): give an earlier moment.")
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

/// How many rows of each table are printed.
enum TableRows: ExpressibleByArgument {
    case all
    case atMost(Int)

    init?(argument: String) {
        switch argument {
        case "all": self = .all
        case "none": self = .atMost(0)
        default:
            guard let rows = Int(argument), rows >= 0 else { return nil }
            self = .atMost(rows)
        }
    }

    /// nil for all.
    var limit: Int? { if case .atMost(let rows) = self { rows } else { nil } }
}
