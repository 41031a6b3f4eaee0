import Explorer
import FoundationEssentials
import Glibc

/// The process in which compiled functions are explored: the same program once more, called in a way that nobody types.
public enum ExplorationHost {
    /// What it is to do.
    struct Order {
        var library: String
        var entry: String
        var result: String
        var fingerprint: UInt64
        var budget: Int
        var token: String?
        var trace: String?

        static let mark = "explore-host"

        var arguments: [String] { [Self.mark, library, entry, result, "\(fingerprint)", "\(budget)", token ?? "", trace ?? ""] }

        init(library: String, entry: String, result: String, fingerprint: UInt64, budget: Int, token: String?, trace: String?) {
            self.library = library
            self.entry = entry
            self.result = result
            self.fingerprint = fingerprint
            self.budget = budget
            self.token = token
            self.trace = trace
        }

        init?(_ words: [String]) {
            guard words.count == 8, words[0] == Self.mark, let fingerprint = UInt64(words[4]), let budget = Int(words[5]) else {
                return nil
            }
            self.init(
                library: words[1], entry: words[2], result: words[3], fingerprint: fingerprint, budget: budget,
                token: words[6].isEmpty ? nil : words[6], trace: words[7].isEmpty ? nil : words[7])
        }
    }

    /// Exit codes, between the two processes only: nothing went on for so long that nothing will; the order cannot be carried out; an error of ours.
    static let stuck: Int32 = 75
    static let refused: Int32 = 76
    static let failed: Int32 = 70

    /// Explores, if this process was started for that, and ends it; else returns at once. To be called first of all.
    public static func takeOver() {
        guard let order = Order(Array(CommandLine.arguments.dropFirst())) else { return }
        do {
            let start = ContinuousClock.now
            Watchdog.start(exitCode: stuck)
            var report = try explored(order)
            Watchdog.stop()
            report.seconds = (ContinuousClock.now - start) / .seconds(1)
            try JSONEncoder().encode(report).write(to: URL(fileURLWithPath: order.result))
            exit(0)
        } catch {
            Output.complain("\(error)\n")
            exit((error as? ExplorationError)?.isOurs == false ? refused : failed)
        }
    }

    private typealias Report = @convention(c) (UnsafeMutableRawPointer, UnsafePointer<CChar>, Int32) -> Void
    private typealias Entry = @convention(c) (UnsafeMutableRawPointer, Report) -> Void

    /// What a call of a compiled function came to.
    private final class Answer {
        var text = ""
        var status: Int32 = 1

        func ask(_ entry: Entry) throws -> String {
            entry(Unmanaged.passUnretained(self).toOpaque()) { context, text, status in
                let answer = Unmanaged<Answer>.fromOpaque(context).takeUnretainedValue()
                answer.text = String(cString: text)
                answer.status = status
            }
            switch status {
            case 0: return text
            case 1: throw Failed(description: text)
            default: throw Failed(description: "the outcome \(text) is not allowed")
            }
        }
    }

    private struct Failed: Error, CustomStringConvertible { var description: String }

    private static func explored(_ order: Order) throws -> ExplorationReport {
        guard let handle = dlopen(order.library, RTLD_NOW), let symbol = dlsym(handle, "interleave_entry_\(order.entry)") else {
            throw ExplorationError("The compiled function cannot be loaded: \(dlerror().map { String(cString: $0) } ?? "").", isOurs: true)
        }
        let entry = unsafeBitCast(symbol, to: Entry.self)
        let outcome = dlsym(handle, "interleave_outcome").map { unsafeBitCast($0, to: Entry.self) }
        var options = ExplorationOptions()
        options.executionLimit = order.budget
        options.title = "\(order.entry)()"
        func repeated(_ schedule: Schedule) throws -> Exploration<String> {
            guard let outcome else { return try record(schedule, into: order.trace, options) { try Answer().ask(entry) } }
            return try record(schedule, into: order.trace, options, { _ = try Answer().ask(entry) }, outcome: { try Answer().ask(outcome) })
        }
        if let token = order.token {
            return ExplorationReport(try repeated(schedule(token, order)), fingerprint: order.fingerprint, seconds: 0)
        }
        let exploration =
            if let outcome {
                explore(options, { _ = try Answer().ask(entry) }, outcome: { try Answer().ask(outcome) })
            } else {
                explore(options) { try Answer().ask(entry) }
            }
        if order.trace != nil, let failing = exploration.findings.first?.schedule { _ = try repeated(failing) }
        return ExplorationReport(exploration, fingerprint: order.fingerprint, seconds: 0)
    }

    private static func schedule(_ token: String, _ order: Order) throws(ExplorationError) -> Schedule {
        do throws(Schedule.TokenError) {
            return try Schedule(token: token, fingerprint: order.fingerprint)
        } catch {
            switch error {
            case .notAToken: throw ExplorationError("\(token) is no token.", cure: "Copy the whole of it, as the exploration prints it.")
            case .otherProgram:
                throw ExplorationError(
                    "The token \(token) belongs to another file, or to another version of this one.",
                    cure: "Explore the file as it is now: the tokens that this prints belong to it.")
            }
        }
    }
}
