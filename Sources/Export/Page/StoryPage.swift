import Narration
import Schedules
import Timeline
import Trace
import Words

/// A page of one file, which tells a run or a verdict to a reader who has nothing else: the table or the timeline, the source with the
/// threads at their lines, the values, and each step forwards and backwards. It asks no network for anything.
public struct StoryPage: Sendable {
    let title: String
    let told: ToldSchedule?
    let versions: [String]
    let steps: PageSteps
    /// Sentences about the whole run.
    let summary: [String]
    let timeline: SVGDrawing?

    /// The page of a verdict.
    /// - Parameters:
    ///   - log: the steps of the schedule; nil: there are none.
    ///   - source: the text of a file, by its path; nil: it cannot be had.
    public init(_ told: ToldSchedule, log: StepLog?, versions: [String], source: (String) -> String?) {
        self.told = told
        self.versions = versions
        title = told.verdict
        steps = log.map { PageSteps($0, table: told.table, limits: .explored, source: source) } ?? PageSteps()
        summary = []
        timeline = nil
    }

    /// The page of a recorded run.
    public init(_ log: StepLog, versions: [String], source: (String) -> String?) {
        let trace = log.trace, program = trace.program.split(separator: "/").last.map(String.init) ?? "a program"
        told = nil
        self.versions = versions
        title = "A run of \(program)"
        let drawing = TimelineDrawing(trace, options: TimelineOptions(width: 130, lanes: LaneMode.usual(for: trace), style: .colour))
        let pane = TimelinePane.panes(of: [drawing], width: 130).first
        timeline = pane.map {
            SVGDrawing($0.axis + $0.lanes, title: "The timeline of the run. The steps below tell the same in sentences.")
        }
        summary =
            trace.damage.map { "The trace is damaged: \($0)." } + Summary(trace).lines
            + (pane?.remarks ?? []).filter { !$0.hasPrefix("The process was stopped") && !$0.hasPrefix("The trace ended") }
        let start = drawing.layout.start
        steps = PageSteps(log, table: ScheduleTable(), limits: .recorded, source: source) { time in
            pane.flatMap { $0.column(of: max(time, start)) }.map { SVGDrawing.x($0) }
        }
    }

    /// The whole page.
    public func html() -> String {
        // Only the script and the style of this page run; a text of the program could not, even if it came to be markup.
        let policy =
            "default-src 'none'; script-src 'nonce-interleave'; style-src 'nonce-interleave'; base-uri 'none'; form-action 'none'"
        return """
            <!DOCTYPE html>
            <html lang="en">
            <head>
            <meta charset="utf-8">
            <meta name="generator" content="Interleave">
            <meta http-equiv="Content-Security-Policy" content="\(policy)">
            <meta name="viewport" content="width=device-width, initial-scale=1">
            <meta name="color-scheme" content="light dark">
            <title>\(HTMLText.text(title))</title>
            <style nonce="interleave">\(PageStyle.text)</style>
            </head>
            <body>
            \(body())
            <script type="application/json" id="data">\(steps.json)</script>
            <script nonce="interleave">\(PageScript.text)</script>
            </body>
            </html>

            """
    }

    private func body() -> String {
        var parts = ["<header><h1>\(HTMLText.text(title))</h1>"]
        if let told, !told.failure.isEmpty { parts.append("<p class=\"failure\">\(HTMLText.sentence(told.failure))</p>") }
        parts += summary.map { "<p>\(HTMLText.sentence($0))</p>" }
        parts.append("</header><main>")
        if let timeline { parts.append("<div class=\"scroll wide\" tabindex=\"0\">\(timeline.inPage(below: "timeline"))</div>") }
        if let table = told?.table, table.isWorthShowing { parts.append(self.table(table)) }
        if steps.count > 0 { parts.append(player()) }
        if let told { parts += verdict(told) }
        parts.append("</main>")
        let own = versions.first { $0.hasPrefix("Interleave") } ?? "Interleave"
        let made = (["Made by \(own)"] + versions.filter { !$0.hasPrefix("Interleave") }).map(HTMLText.text).joined(separator: " · ")
        parts.append("<footer>\(made)</footer>")
        return parts.joined(separator: "\n")
    }

    private func player() -> String {
        let note = steps.remark.map { "<p class=\"note\">\(HTMLText.text($0))</p>" } ?? ""
        let values =
            steps.hasValues
            ? "<section aria-labelledby=\"hv\"><h2 id=\"hv\">Values</h2><table id=\"values\"><tbody></tbody></table></section>" : ""
        return """
            <section class="player" aria-label="Steps">
            <div class="bar">
            <button id="first" aria-label="First step">⏮</button><button id="back" aria-label="Step back">◀</button>
            <input id="slider" type="range" min="1" max="\(steps.count)" value="1" aria-label="Step">
            <button id="next" aria-label="Step forward">▶</button><button id="last" aria-label="Last step">⏭</button>
            </div>
            <p id="sentence" aria-live="polite"></p>
            \(note)<div class="grid">
            <section aria-labelledby="hs"><h2 id="hs">Source</h2><div id="source">\(steps.sourceHTML)</div></section>
            <div><section aria-labelledby="ht"><h2 id="ht">Threads</h2><ul id="threads"></ul></section>
            \(values)</div>
            </div>
            </section>
            """
    }

    private func table(_ table: ScheduleTable) -> String {
        let heads =
            table.threads.enumerated().map {
                "<th scope=\"col\" class=\"thread\"><span class=\"dot t\($0 % 8)\"></span>\(HTMLText.text($1))</th>"
            }
            + table.variables.map { "<th scope=\"col\" class=\"value\">\(HTMLText.text($0))</th>" }
        let hasFiles = Set(table.rows.map(\.file)).count > 1
        var rows: [String] = []
        for (index, row) in table.rows.enumerated() {
            if let count = table.skipped[index] {
                rows.append("<tr class=\"skipped\"><td></td><td colspan=\"\(heads.count + 1)\">⋯ \(Wording.count(count, "step"))</td></tr>")
            }
            let file = row.file.split(separator: "/").last.map(String.init) ?? row.file
            let cells =
                table.threads.indices.map { thread in
                    guard thread == row.thread else { return "<td role=\"cell\" class=\"other\"></td>" }
                    let note = row.note.isEmpty ? "" : "<span class=\"note\">\(HTMLText.text(row.note))</span>"
                    let who = "<span class=\"who\"><span class=\"dot t\(thread % 8)\"></span>\(HTMLText.text(table.threads[thread]))</span>"
                    return "<td role=\"cell\" class=\"step\">\(who)<code>\(HTMLText.text(row.source))</code>\(note)</td>"
                }
                + table.variables.indices.map {
                    "<td role=\"cell\" class=\"value\" data-name=\"\(HTMLText.text(table.variables[$0]))\">\(HTMLText.text(row.values[$0] ?? ""))</td>"
                }
            let sign =
                row.isFailure
                ? "<span class=\"fails\" title=\"fails here\">✗</span>" : table.isMarked(row) ? "<span class=\"mark\">▸</span>" : ""
            rows.append(
                "<tr role=\"row\" data-row=\"\(index)\" class=\"\(row.isFailure ? "failing" : table.isMarked(row) ? "marked" : "")\"><td role=\"cell\">\(sign)</td><th role=\"rowheader\" scope=\"row\">\(hasFiles ? HTMLText.text(file) + ":" : "")\(row.line)</th>\(cells.joined())</tr>"
            )
        }
        let legend = table.legend.map { "<p class=\"note\">\(HTMLText.text($0))</p>" } ?? ""
        return """
            <section class="wide" aria-label="The schedule"><div class="scroll" tabindex="0"><table role="table" id="schedule">
            <thead><tr><td></td><th scope="col">line</th>\(heads.joined())</tr></thead>
            <tbody>\(rows.joined(separator: "\n"))</tbody></table></div>\(legend)</section>
            """
    }

    private func verdict(_ told: ToldSchedule) -> [String] {
        var parts: [String] = []
        if let circle = told.circle { parts.append("<pre>\(circle.lines(width: 100).map(HTMLText.text).joined(separator: "\n"))</pre>") }
        if !told.reasons.isEmpty { parts.append("<h2>Why</h2><p>\(told.reasons.map(HTMLText.sentence).joined(separator: " "))</p>") }
        if !told.places.isEmpty {
            let places = told.places.map {
                "<li>\(HTMLText.sentence($0.words)), \(HTMLText.text("\($0.file):\($0.line)")) <code>\(HTMLText.text($0.source))</code></li>"
            }
            parts.append("<ul>\(places.joined())</ul>")
        }
        if !told.advice.isEmpty { parts.append("<h2>Try</h2><p>\(HTMLText.sentence(told.advice))</p>") }
        if let command = told.command {
            let preemptions = told.preemptions.isEmpty ? "" : " (\(told.preemptions))"
            parts.append(
                "<h2>Replay</h2><p>This schedule\(HTMLText.text(preemptions)) has the token <code id=\"token\">\(HTMLText.text(told.token ?? ""))</code>.</p><pre>\(HTMLText.text(command))</pre>"
            )
        }
        if !told.printed.isEmpty {
            let lines = told.printed.prefix(200).map(HTMLText.text).joined(separator: "\n")
            parts.append("<h2>Printed</h2><pre>\(lines)\(told.printed.count > 200 ? "\n…" : "")</pre>")
        }
        if told.outcomes.count > 1 || told.outcomes.contains(where: { !$0.isAllowed }) {
            let rows = told.outcomes.prefix(100).map {
                "<tr><td><code>\(HTMLText.text($0.text))</code></td><td>\($0.isAllowed ? "" : "not allowed")</td><td class=\"number\">\($0.executions)</td><td><code>\(HTMLText.text($0.token))</code></td></tr>"
            }
            parts.append(
                "<h2>Outcomes</h2><div class=\"scroll\"><table><thead><tr><th scope=\"col\">outcome</th><td></td><th scope=\"col\">executions</th><th scope=\"col\">token</th></tr></thead><tbody>\(rows.joined())</tbody></table></div>"
            )
        }
        if !told.others.isEmpty {
            parts.append("<h2>Other failures</h2><ul>\(told.others.map { "<li>\(HTMLText.sentence($0))</li>" }.joined())</ul>")
        }
        parts += told.remarks.map { "<p class=\"note\">\(HTMLText.sentence($0))</p>" }
        return ["<section class=\"text\" aria-label=\"The verdict\">"] + parts + ["</section>"]
    }
}
