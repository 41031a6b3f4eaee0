import Narration
import Schedules
import Trace
import Words

/// The steps of a page as data for its script, and the source that they are in. Each step has only what differs from the step before.
struct PageSteps: Sendable {
    /// How much a page can hold.
    struct Limits: Sendable {
        var steps: Int
        /// Bytes of all steps, and of the source.
        var bytes: Int
        var sourceBytes: Int
        static let explored = Limits(steps: 2_000, bytes: 150_000, sourceBytes: 70_000)
        static let recorded = Limits(steps: 12_000, bytes: 1_800_000, sourceBytes: 400_000)
    }

    private(set) var json = "{\"steps\":[],\"threads\":[],\"names\":[],\"start\":0}"
    private(set) var count = 0
    /// The source as a part of the page.
    private(set) var sourceHTML = ""
    /// What is left out, if anything is.
    private(set) var remark: String?
    private(set) var hasValues = false

    init() {}

    /// - Parameters:
    ///   - table: its rows follow the steps.
    ///   - place: the place of a moment in the timeline, if there is one.
    init(
        _ log: StepLog, table: ScheduleTable, limits: Limits, source: (String) -> String?,
        place: @escaping (Int64) -> Double? = { _ in nil }
    ) {
        var writer = StepWriter(log, table, limits, place)
        writer.write()
        count = writer.count
        json = writer.json
        hasValues = writer.hasValues
        var book = PageSource(writer.lines, numbers: writer.files, limit: limits.sourceBytes)
        sourceHTML = book.html(source)
        if writer.count < log.count {
            remark =
                "The page has \(Wording.grouped(writer.count)) of the \(Wording.grouped(log.count)) steps: \(writer.choice). `interleave view` shows all of them."
                .replacing("`", with: "")
        }
    }
}

/// Chooses the steps and writes them.
private struct StepWriter {
    private let log: StepLog
    private let table: ScheduleTable
    private let limits: PageSteps.Limits
    private let place: (Int64) -> Double?
    private(set) var count = 0
    private(set) var hasValues = false
    /// The lines of each file at which a thread is.
    private(set) var lines: [String: Set<Int>] = [:]
    /// The numbers of the files, in the order of their first use.
    private(set) var files: [String: Int] = [:]
    private var steps: [String] = []
    private var bytes = 0
    private var names: [String] = []
    private var nameNumbers: [String: Int] = [:]
    private var start: Int?
    private var threads: [Int: String] = [:]
    private var values: [Int: String] = [:]

    init(_ log: StepLog, _ table: ScheduleTable, _ limits: PageSteps.Limits, _ place: @escaping (Int64) -> Double?) {
        (self.log, self.table, self.limits, self.place) = (log, table, limits, place)
    }

    /// Which steps the page has, in words.
    var choice: String { log.trace.origin == .explorer ? "those nearest to the steps that decide" : "the first ones" }

    mutating func write() {
        let kept = chosen()
        ProgramHistory(log).forEach { step, moment in
            guard kept?.contains(step.number - 1) ?? true else { return true }
            if bytes > limits.bytes || count >= limits.steps { return false }
            add(step, moment)
            return true
        }
    }

    /// The steps nearest to those that decide; nil: all, from the first on.
    private func chosen() -> Set<Int>? {
        guard log.trace.origin == .explorer, log.count > limits.steps else { return nil }
        let times = Set(table.rows.compactMap(\.step).map(Int64.init)).union(log.trace.meanings.keys)
        let important = (0..<log.count).filter { times.contains(log.time(of: $0)) }
        guard !important.isEmpty else { return nil }
        let share = max(1, limits.steps / important.count / 2)
        return important.reduce(into: []) { set, index in
            set.formUnion(max(0, index - share)...min(log.count - 1, index + share))
        }
    }

    private mutating func add(_ step: Step, _ moment: ProgramMoment) {
        let meaning = log.trace.meanings[step.time] ?? []
        if meaning.contains(.fails), start == nil { start = count }
        var fields = [
            "\"n\":\(step.number)", "\"s\":\(HTMLText.string(cut(step.subject, 120))),\"w\":\(HTMLText.string(cut(step.text, 400)))",
        ]
        if step.isWarning || meaning.contains(.fails) { fields.append("\"x\":1") }
        if let row = table.rows.lastIndex(where: { ($0.step ?? .max) <= Int(step.time) }) { fields.append("\"r\":\(row)") }
        if let place = place(step.time) { fields.append("\"p\":\(place)") }
        if let moving = moment.moving { fields.append("\"m\":\(moving.lane)") }
        let threads = changed(&self.threads, moment.threads.map { ($0.lane, state($0)) })
        if !threads.isEmpty { fields.append("\"t\":[\(threads)]") }
        let values = changed(&self.values, moment.values.map { (number(name: $0.name), state($0)) })
        if !values.isEmpty { fields.append("\"v\":[\(values)]") }
        hasValues = hasValues || !moment.values.isEmpty
        let text = "{\(fields.joined(separator: ","))}"
        steps.append(text)
        bytes += text.utf8.count + 2
        count += 1
    }

    /// [lane, file, line, state]: 0 runs, 1 is blocked, 2 is suspended.
    private mutating func state(_ thread: ProgramMoment.Thread) -> String {
        let file = thread.source.file
        if files[file] == nil { files[file] = files.count }
        lines[file, default: []].insert(thread.source.line)
        return "\(files[file] ?? 0),\(thread.source.line),\(thread.isSuspended ? 2 : thread.isBlocked ? 1 : 0)"
    }

    /// [variable, text, whether it is touched, whether it races].
    private func state(_ value: ProgramMoment.Value) -> String {
        "\(HTMLText.string(cut(value.words, 200))),\(value.isTouched ? 1 : 0),\(value.isRacing ? 1 : 0)"
    }

    /// The entries that differ from those before, and those that are gone.
    private func changed(_ before: inout [Int: String], _ now: [(Int, String)]) -> String {
        var parts: [String] = []
        for (key, text) in now where before[key] != text {
            parts.append("[\(key),\(text)]")
            before[key] = text
        }
        let present = Set(now.map(\.0))
        for key in before.keys.sorted() where !present.contains(key) {
            parts.append("[\(key)]")
            before[key] = nil
        }
        return parts.joined(separator: ",")
    }

    private mutating func number(name: String) -> Int {
        if let number = nameNumbers[name] { return number }
        nameNumbers[name] = names.count
        names.append(name)
        return names.count - 1
    }

    private func cut(_ text: String, _ length: Int) -> String { text.count <= length ? text : text.prefix(length - 1) + "…" }

    var json: String {
        let lanes = log.trace.lanes.enumerated().map { index, lane in
            HTMLText.string(cut(lane.isMain ? "main thread" : lane.name.isEmpty ? "thread \(index + 1)" : lane.name, 80))
        }
        let files = files.sorted { $0.value < $1.value }.map {
            HTMLText.string($0.key.split(separator: "/").last.map(String.init) ?? $0.key)
        }
        let rows = table.rows.map { "\($0.step ?? -1)" }
        return """
            {"start":\(start ?? 0),"threads":[\(lanes.joined(separator: ","))],"files":[\(files.joined(separator: ","))],"names":[\(names.map { HTMLText.string(cut($0, 120)) }.joined(separator: ","))],"rows":[\(rows.joined(separator: ","))],"steps":[
            \(steps.joined(separator: ",\n"))]}
            """
    }
}
