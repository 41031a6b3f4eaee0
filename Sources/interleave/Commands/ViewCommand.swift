import Words
import ArgumentParser
import Diagnosis
import Glibc
import LabKit
import Narration
import Terminal
import Timeline
import Trace

/// `interleave view`: the timeline of a run, a summary in words, and a table of its work items.
struct ViewCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "view", abstract: "Draw a trace as a timeline, with a summary and a table of its work items.",
        discussion: """
            In a terminal it opens full-screen. You can zoom, move, and step through the events. The key ? shows all keys. With --plain, --width, --table, or \
            if the output is not a terminal, everything is printed as text. Two traces are drawn one above the other, on one axis. With --step, one \
            trace is printed sentence by sentence. With --from and --to, the drawing and the tables show only that part of the run.
            """)

    @Argument(help: ArgumentHelp("The trace to read, or two to compare.", valueName: "trace"))
    var files: [String]

    @OptionGroup(title: "Page") var page: PageOptions

    @Option(
        help: ArgumentHelp(
            "Draw a lane for each queue, for each thread, or for each Swift task. (default: queues; tasks, if most of the work is in tasks)",
            valueName: "kind"
        ))
    var lanes: LaneMode?

    @Option(
        help: ArgumentHelp("Begin the drawing at this moment of the run: 1.5ms, 200us, 2s.", valueName: "time"), transform: TimeOption.read)
    var from: TimeOption?

    @Option(help: ArgumentHelp("End the drawing at this moment.", valueName: "time"), transform: TimeOption.read)
    var to: TimeOption?

    @Option(
        help: ArgumentHelp(
            "Rows of each table: a number, all or none. (default: 20 in a terminal, all otherwise or with --plain)",
            valueName: "rows"))
    var table: TableRows?

    @Flag(help: "Print the run event by event. In a terminal it waits for a key after each event.")
    var step = false

    @Flag(help: "Leave out the picture, and the tables unless --table asks for them: each event is a sentence, as for a screen reader.")
    var noPicture = false

    @Flag(help: "Draw a lane for each actor. Otherwise the actors of one type share a lane, if there are more than four.")
    var eachActor = false

    @Flag(help: "Show below the lanes which operation depends on which, as arrows.")
    var dependencies = false
    @Flag(
        help: """
            Print how long items waited and ran (half, 90 %, 99 % and all of them took at most so long), and how many were queued at most: for each \
            queue, actor and task name, with the ten items that took longest.
            """)
    var load = false
    @Flag(help: "With --load: print one JSON object, with times in nanoseconds.")
    var json = false
    @Flag(help: "For a lab's trace: also show the lab's staging, which makes threads overlap.")
    var staging = false

    func validate() throws {
        if files.count > 2 { throw ValidationError("At most two traces can be drawn together, but \(files.count) were given.") }
        if json && !load { throw ValidationError("--json needs --load: view --load --json FILE.") }
        if load && files.count > 1 { throw ValidationError("--load needs exactly one trace.") }
        if load && step { throw ValidationError("--load prints tables, and --step prints the run event by event. Use one of them.") }
        if step && files.count > 1 { throw ValidationError("--step needs exactly one trace.") }
        if noPicture && (step || load || dependencies) {
            throw ValidationError("--no-picture prints the whole run as sentences. Leave out --step, --load and --dependencies.")
        }
        if step && table != nil { throw ValidationError("--step prints no tables. Leave out --table.") }
        if step && (from != nil || to != nil) { throw ValidationError("--step prints the whole run. Leave out --from and --to.") }
    }

    func run() throws {
        let read = try files.map { path in
            let line = ReadingProgress("reading \(path)")
            defer { line.end() }
            return try TraceReader.read(path: path, progress: line.show)
        }
        let traces = staging ? read : read.map { $0.withoutStaging() }
        let lanes = lanes ?? Self.usualLanes(of: traces)
        if load { return try printLoad(of: traces[0]) }
        if step {
            let layout = StepLog.Layout(width: page.columns, isASCII: page.style.isASCII)
            StepLog(traces[0]).step(layout: layout, look: .styled(page.style), ways: .fromVerdict)
            return
        }
        if !page.isLinear, !noPicture, page.width == nil, table == nil, try show(read, lanes) { return }
        let range = try range(of: traces)
        var options = TimelineOptions(width: page.columns, lanes: lanes, style: page.style, range: range, showsDependencies: dependencies)
        if eachActor { options.maximumActors = .max }
        let names = ShownPath.names(files)
        options.title = Self.title(traces[0], names[0])
        let drawing = Self.drawing(of: traces, titled: names, options)
        let parts = traces.indices.flatMap { index in
            words(about: traces[index], range, heading: traces.count > 1 ? Self.title(traces[index], names[index]) : nil)
        }
        // The longest part, the table of all items, starts together with the others: a million
        // events take half as long on two cores.
        if noPicture { return try tell(traces, range, names, parts) }
        let texts = concurrentMap(parts + [drawing])
        try StandardOutput.line(texts.last ?? "")
        try StandardOutput.write(texts.dropLast().filter { !$0.isEmpty }.map { "\n\($0)\n" }.joined())
    }

    /// The runs without a picture: the sentences of each, and then what follows a picture.
    private func tell(_ traces: [Trace], _ range: Range<Int64>?, _ names: [String], _ parts: [@Sendable () -> String]) throws {
        let layout = StepLog.Layout(width: page.columns, isASCII: page.style.isASCII)
        for (trace, name) in zip(traces, names) {
            try StandardOutput.line(Self.title(trace, name).shown(page.style))
            try StandardOutput.write(StepLog(trace).text(layout, look: .styled(page.style), from: range?.lowerBound, to: range?.upperBound))
        }
        try StandardOutput.write(concurrentMap(parts).filter { !$0.isEmpty }.map { "\n\($0)\n" }.joined())
    }

    /// Queues, but threads where it was chosen to record no items, and tasks where most of the work is in Swift tasks.
    private static func usualLanes(of traces: [Trace]) -> LaneMode {
        if traces.allSatisfy(\.isMostlyTasks) { return .tasks }
        return traces.allSatisfy { $0.items.isEmpty && !$0.coverage.choice.isAll } ? .threads : .queues
    }

    /// How long items waited and ran, as tables or as JSON.
    private func printLoad(of trace: Trace) throws {
        let range = try range(of: [trace])
        let loads = WorkLoads(trace, in: range)
        if json { return try StandardOutput.line(LoadReport(trace, loads).text) }
        let limit = table.map(\.limit) ?? (page.isLinear ? nil : 20)
        let options = TableOptions(width: page.columns, style: page.style, limit: limit, range: range)
        try StandardOutput.line(LoadTable(trace, loads: loads, options: options).text())
    }

    /// Opens the full screen; false, with a message on standard error, if it cannot draw on the
    /// terminal.
    private func show(_ traces: [Trace], _ lanes: LaneMode) throws -> Bool {
        let window = try range(of: traces)
        let runs = zip(traces, files).map { trace, file in
            let name = file.split(separator: "/").last.map(String.init) ?? file
            var run = ViewerRun(title: name, summary: Self.program(trace), trace: trace, lanes: lanes)
            run.showsStaging = staging
            run.showsDependencies = dependencies
            run.showsEachActor = eachActor
            return run
        }
        do {
            try Viewer.show(runs, style: page.style, window: window, ways: .fromVerdict)
            return true
        } catch {
            printError("interleave: this is plain text, because \(error.reason).")
            return false
        }
    }

    private static func drawing(of traces: [Trace], titled names: [String], _ options: TimelineOptions) -> @Sendable () -> String {
        let titles = zip(traces, names).map { title($0, $1) }
        return {
            traces.count == 2
                ? TimelineComparison(traces[0], traces[1], titles: (titles[0], titles[1]), options: options).text()
                : TimelineDrawing(traces[0], options: options).text()
        }
    }

    /// The summary and the tables, below the drawing.
    private func words(about trace: Trace, _ range: Range<Int64>?, heading: String?) -> [@Sendable () -> String] {
        // In a terminal, a long table would move the drawing out of view.
        let limit = table.map(\.limit) ?? (noPicture ? 0 : page.isLinear ? nil : 20)
        let options = TableOptions(width: page.columns, style: page.style, limit: limit, range: range)
        let layout = StepLog.Layout(width: page.columns, isASCII: page.style.isASCII)
        let summary: [@Sendable () -> String] = [
            { heading ?? "" },
            { Costs(trace).lines(layout).joined(separator: "\n") },
            { Summary(trace).lines(layout).joined(separator: "\n") },
            // (Where records were lost, the summary is about the part that is drawn.)
            { [isPart = from != nil || to != nil] in
                range.flatMap { isPart ? Self.words(on: $0, of: trace, ItemTable(trace, options: options).count) : nil } ?? ""
            },
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
            {
                let suspensions = SuspensionTable(trace, options: options)
                return suspensions.isEmpty ? "" : suspensions.text()
            },
            { isCut ? "Everything: --table all." : "" },
        ]
    }

    /// A note on the part that the drawing and the tables show, because the summary is about the
    /// whole run.
    private static func words(on range: Range<Int64>, of trace: Trace, _ items: Int) -> String {
        let from = words(forMoment: range.lowerBound, trace), to = words(forMoment: range.upperBound, trace)
        let all = trace.items.count
        return "This summary is about the whole run. The drawing and the tables show only the part from \(from) to \(to)"
            + (all == 0 ? "." : ": \(items) of \(all) item\(all == 1 ? "" : "s").")
    }

    private static func words(forMoment time: Int64, _ trace: Trace) -> String {
        trace.origin == .explorer ? "step \(time)" : "\(Double(time / 1000) / 1000) ms"
    }

    /// The requested part of the time.
    private func range(of traces: [Trace]) throws -> Range<Int64>? {
        if from == nil && to == nil { return knownPart(of: traces) }
        let inSteps = traces.contains { $0.origin == .explorer }
        let end = traces.map(\.duration).max() ?? 0
        let first = from?.value(inSteps: inSteps) ?? 0
        let last = to?.value(inSteps: inSteps) ?? max(end, first + 1)
        guard first < last else {
            throw ExplainedError(.usage, "--from must be before --to.", cure: "Give the earlier moment with --from.")
        }
        guard first <= end else {
            let length = inSteps ? "\(end) steps" : "\(Double(end / 1000) / 1000) ms"
            throw ExplainedError(.usage, "--from is after the end of the run.", cure: "The run took \(length). Give an earlier moment.")
        }
        return first..<last
    }

    /// The part from which on no event is missing, where that is not the whole run.
    private func knownPart(of traces: [Trace]) -> Range<Int64>? {
        guard let start = traces.map(\.coverage.start).max(), start > 0, let end = traces.map(\.duration).max(), start < end else {
            return nil
        }
        return start..<end
    }

    /// The program that ran, and the file that the trace was read from.
    private static func title(_ trace: Trace, _ name: String) -> String {
        let words = program(trace)
        return SafeText.line(words.isEmpty ? name : "\(name): \(words)")
    }

    /// The program as it was called, its path as short as possible from here.
    private static func program(_ trace: Trace) -> String {
        let words = trace.arguments.isEmpty ? [trace.program] : trace.arguments
        return ([ShownPath.short(words[0])] + words.dropFirst()).joined(separator: " ")
    }
}

extension LaneMode: ExpressibleByArgument {}

/// The number of rows in each table.
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
