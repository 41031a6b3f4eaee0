import Explorer
import FoundationEssentials
import Glibc
import Symbols
import System
import Trace
import Words

/// Runs a program really, many times, each time with other delays, and collects what goes wrong.
///
/// The first run has no delays. It shows at which places threads meet; later runs delay a thread there, at one to three steps.
public struct ChaosRuns {
    /// Some facts about the recording of a run that hung or failed.
    public struct Inspection: Sendable {
        /// Whether it shows a circular wait.
        public var isCircle: Bool
        /// Sentences: what each thread waits for.
        public var waits: [String]

        public init(isCircle: Bool, waits: [String]) {
            self.isCircle = isCircle
            self.waits = waits
        }
    }

    private let program: String
    private let arguments: [String]
    private let runs: Int
    private let seed: UInt64
    private let input: String?
    /// The folder for recordings.
    private let folder: String
    /// Reads a recording; `isRunning`: its process has not ended.
    private let inspect: (_ trace: String, _ ending: Trace.Ending?) -> Inspection?

    private var report = ChaosReport()
    private var steps = 1
    private var places: Set<UInt> = []
    private var raw: [Raw] = []
    /// A finding before its places are known.
    private struct Raw {
        var key: String
        var finding: ChaosFinding
        var offsets: [(UInt, String)]
        /// The last run that had it.
        var last: Int
    }

    private static let race = "Two threads access the same memory, nothing orders the accesses, and one of them writes."
    private static let hang = "It hangs: nothing has happened for a long time, and it was not going to sleep for longer."

    /// After so many hangs, no more runs are made: each takes seconds.
    private static let mostHangs = 3

    init(
        program: String, arguments: [String], runs: Int, seed: UInt64, input: String?, folder: String,
        inspect: @escaping (String, Trace.Ending?) -> Inspection?
    ) {
        self.program = program
        self.arguments = arguments
        self.runs = runs
        self.seed = seed
        self.input = input
        self.folder = folder
        self.inspect = inspect
    }

    /// Makes the runs.
    /// - Parameters:
    ///   - stopsAtFailure: ends with the first run that fails.
    ///   - delays: false: plain repetition, for comparison.
    ///   - progress: called before each run, with its number.
    mutating func make(stopsAtFailure: Bool = false, delays: Bool = true, progress: (Int) -> Void) throws -> ChaosReport {
        let start = ContinuousClock.now
        var hangs = 0
        for number in 1...max(runs, 1) {
            progress(number)
            let trace = "\(folder)/run-\(number).trace"
            var order = ExplorationRequest()
            order.input = input
            order.chaos = ChaosOrder(seed: seed &+ UInt64(number), trace: trace, errors: "\(folder)/errors-\(number)")
            if delays, number > 1 {
                order.chaos?.delays = 1 + number % 3
                order.chaos?.places = places.sorted()
                order.chaos?.steps = steps
            }
            let inspect = inspect
            let ending = try ExploringProcess.runReally(program, arguments: arguments, order) { inspect(trace, nil)?.isCircle == true }
            unlink("\(folder)/errors-\(number)")
            report.runs = number
            let failures = take(ending, number, trace)
            if !failures { unlink(trace) }
            if report.skipped != nil { break }
            if ending.manner == .hangs { hangs += 1 }
            if hangs == Self.mostHangs, number < runs {
                report.limits.append("After \(hangs) hangs, the other runs were left out: each hang takes seconds.")
                break
            }
            if failures, stopsAtFailure { break }
        }
        report.seconds = (ContinuousClock.now - start) / .seconds(1)
        report.bothWays = report.orders.count { order in
            order.earlier < order.later && report.orders.contains(ChaosMeeting(earlier: order.later, later: order.earlier))
        }
        report.findings = located().sorted { $0.verdict < $1.verdict }
        return report
    }

    // MARK: one run

    /// - Returns: whether it has failed for the first time in this way.
    private mutating func take(_ ending: RealEnding, _ number: Int, _ trace: String) -> Bool {
        var isNew = false
        for note in ending.notes {
            switch note {
            case .meeting(let meeting):
                places.formUnion([meeting.earlier, meeting.later])
                if report.orders.insert(meeting).inserted { report.lastNew = number }
            case .race(let race):
                let what = { (writes: Bool) in writes ? "writes" : "reads" }
                let places = [
                    (race.earlier, "one thread \(what(race.earlierWrites))"), (race.later, "another thread \(what(race.laterWrites))"),
                ]
                if add(.race, "race \(min(race.earlier, race.later)) \(max(race.earlier, race.later))", Self.race, number, trace, places) {
                    isNew = true
                }
            case .steps(let count): steps = max(count, 1)
            case .tooManyThreads: limit("In runs with more than 250 threads, data races are not looked for from there on.")
            case .noOrders: limit("This version of Swift's runtime does not tell what orders its tasks, so no data race is looked for.")
            case .sleeps: break
            }
        }
        for notice in ending.notices where note(notice, number, trace) { isNew = true }
        return note(ending, number, trace) || isNew
    }

    private mutating func limit(_ words: String) { if !report.limits.contains(words) { report.limits.append(words) } }

    private mutating func note(_ notice: String, _ number: Int, _ trace: String) -> Bool {
        if notice.hasPrefix("outcome ") {
            let isAllowed = notice.dropFirst(8).first == "1", text = String(notice.dropFirst(10))
            if let index = report.outcomes.firstIndex(where: { $0.text == text }) {
                report.outcomes[index].runs += 1
            } else {
                report.outcomes.append((text, 1))
            }
            return isAllowed ? false : add(.assertion, "outcome \(text)", "Its outcome is \(text), which is not allowed.", number, trace)
        }
        if notice.hasPrefix("thrown ") {
            return add(.assertion, notice, "An error was thrown: \(notice.dropFirst(7))", number, trace)
        }
        if notice.hasPrefix("issue ") { return add(.assertion, notice, String(notice.dropFirst(6)), number, trace) }
        if notice.hasPrefix("skipped ") { report.skipped = String(notice.dropFirst(8)) }
        if notice.hasPrefix("error ") { return add(.assertion, notice, String(notice.dropFirst(6)), number, trace) }
        return false
    }

    private mutating func note(_ ending: RealEnding, _ number: Int, _ trace: String) -> Bool {
        switch ending.manner {
        case .over: return false
        case .ended(.exited(let code)):
            if report.outcomes.isEmpty || code != 0 {
                report.outcomes.append(("exit code \(code)", 1))
            }
            return false
        case .ended(.killed(let signal)):
            let words = ending.errors.split(separator: "\n").last { $0.contains("Fatal error") || $0.contains("error:") }.map(String.init)
            let summary = words ?? "It was ended by signal \(signal) (\(Self.name(of: signal)))."
            return add(.crash, "crash \(summary)", summary, number, trace)
        case .ended: return false
        case .hangs:
            let found = inspect(trace, .killed(signal: SIGKILL))
            let kind = found?.isCircle == true ? "Threads wait for each other in a circle." : Self.hang
            let waits = (found?.waits ?? []).map { "\n  \($0)" }.joined()
            return add(.deadlock, "hang \(found?.isCircle == true)", kind + waits, number, trace)
        case .tooLong: limit("A run took more than ten minutes, and was ended.")
        case .tooLarge: limit("A run needed more than 3 GB of memory, and was ended.")
        }
        return false
    }

    private static func lines(_ finding: ChaosFinding) -> Set<String> { Set(finding.places.map { "\($0.file):\($0.line)" }) }

    private static func name(of signal: Int32) -> String { String(cString: strsignal(signal)) }

    /// - Returns: whether it is a new finding.
    private mutating func add(
        _ verdict: Verdict, _ key: String, _ summary: String, _ number: Int, _ trace: String, _ offsets: [(UInt, String)] = []
    ) -> Bool {
        if let index = raw.firstIndex(where: { $0.key == key }) {
            if raw[index].last != number { raw[index].finding.runs += 1 }
            raw[index].last = number
            return false
        }
        var finding = ChaosFinding(verdict: verdict, summary: summary)
        finding.runs = 1
        finding.first = number
        finding.trace = trace
        raw.append(Raw(key: key, finding: finding, offsets: offsets, last: number))
        return true
    }

    /// The findings, with their places.
    private func located() -> [ChaosFinding] {
        let offsets = Set(raw.flatMap { $0.offsets.map(\.0) }).sorted()
        let found = Symbolicator.locations(ofReturnAddresses: offsets.map(UInt64.init), inProgram: program)
        let locations = Dictionary(uniqueKeysWithValues: zip(offsets, found))
        var all: [ChaosFinding] = []
        for entry in raw {
            var finding = entry.finding
            for (offset, what) in entry.offsets {
                guard let place = locations[offset] ?? nil else { continue }
                finding.places.append(.init(file: place.file, line: place.line, text: place.text, what: what))
            }
            // Races between the same lines are one.
            let lines = Self.lines(finding)
            if finding.verdict == .race, let index = all.firstIndex(where: { $0.verdict == .race && Self.lines($0) == lines }) {
                all[index].runs = max(all[index].runs, finding.runs)
                all[index].first = min(all[index].first, finding.first)
            } else {
                all.append(finding)
            }
        }
        return all
    }
}

extension ExploredBuild {
    /// Runs a function really, many times.
    /// - Parameters:
    ///   - folder: where the recordings of failing runs stay.
    ///   - inspect: reads a recording. The ending is nil as long as the process runs.
    public func shake(
        _ entry: String, runs: Int, seed: UInt64, folder: String, stopsAtFailure: Bool = false, delays: Bool = true,
        inspect: @escaping (_ trace: String, _ ending: Trace.Ending?) -> ChaosRuns.Inspection?, progress: (Int) -> Void = { _ in }
    ) throws -> ChaosReport {
        var all = ChaosRuns(
            program: program, arguments: ["\(source.entries.firstIndex(of: entry) ?? 0)"], runs: runs, seed: seed,
            input: source.input?.path, folder: folder, inspect: inspect)
        return try all.make(stopsAtFailure: stopsAtFailure, delays: delays, progress: progress)
    }
}

extension TestProgram {
    /// Runs a test really, many times. For a program of real tests.
    public func shake(
        _ test: Test, runs: Int, seed: UInt64, folder: String,
        inspect: @escaping (_ trace: String, _ ending: Trace.Ending?) -> ChaosRuns.Inspection?, progress: (Int) -> Void = { _ in }
    ) throws -> ChaosReport {
        let arguments = test.isOfXCTest ? ["xctest", "\(test.number)", test.identity] : ["\(test.number)", "0", test.identity]
        var all = ChaosRuns(program: path, arguments: arguments, runs: runs, seed: seed, input: nil, folder: folder, inspect: inspect)
        return try all.make(progress: progress)
    }
}
