import Explorer
import FoundationEssentials
import Glibc
import System
import Trace
import Words

/// How a real run of a program has ended.
struct RealEnding {
    enum Manner: Equatable {
        /// It has told its end itself.
        case over
        case ended(Trace.Ending)
        /// A circular wait, or nothing has happened for a long time: it was killed.
        case hangs
        /// It needed too much time or memory, and was killed.
        case tooLong, tooLarge
    }
    var manner: Manner
    var notes: [ChaosNote]
    /// All other lines.
    var notices: [String]
    /// Its own words, sent to standard error.
    var errors: String
    var seconds: Double

    /// How the process ended, for its recording.
    var ending: Trace.Ending {
        switch manner {
        case .over: .exited(code: 0)
        case .ended(let ending): ending
        default: .killed(signal: SIGKILL)
        }
    }
}

extension ExploringProcess {
    /// How long a real run may take.
    private static let longestRun = Duration.seconds(600)
    /// After this time without any work, the recording is searched for a circular wait.
    private static let firstLook = Duration.milliseconds(800)

    /// Makes one real run of a program.
    /// - Parameter hangs: whether its recording so far shows a circular wait.
    static func runReally(
        _ program: String, arguments: [String], _ order: ExplorationRequest, hangs: () -> Bool
    ) throws -> RealEnding {
        var variables = environment(order)
        // (A real run has real random numbers and the real number of cores.)
        for name in ["SWIFT_DETERMINISTIC_HASHING", "INTERLEAVE_HASHING_SEED", "INTERLEAVE_CORES"] { variables[name] = nil }
        let start = ContinuousClock.now
        return try withStarted(program, arguments: arguments, order, variables) { child, reader, interruption in
            let manner = watch(&child, &reader, interruption, hangs: hangs)
            child.kill()
            child.wait()
            if interruption.count > 0 { throw ExplainedError.interrupted }
            let errors = order.chaos.flatMap { FileManager.default.contents(atPath: $0.errors) }
                .map { String(decoding: $0.suffix(4096), as: UTF8.self) }
            return RealEnding(
                manner: manner, notes: reader.notices.compactMap { ChaosNote($0) },
                notices: reader.notices.filter { !$0.hasPrefix("chaos ") },
                errors: errors ?? "", seconds: (ContinuousClock.now - start) / .seconds(1))
        }
    }

    private static func watch(
        _ child: inout ChildProcess, _ reader: inout ReportReader, _ interruption: InterruptCounter, hangs: () -> Bool
    ) -> RealEnding.Manner {
        var standstill = Standstill(of: child.processID), looked = Duration.zero
        let clock = GroupSuspension.Clock()
        while true {
            let isOpen = reader.read(waiting: 20)
            if reader.isOver { return .over }
            // (Children of the program can still have the pipe.)
            if let ending = child.wait(timeout: isOpen ? .zero : .seconds(2)) {
                while reader.read(waiting: 20), !reader.isOver, isOpen { if clock.elapsed > longestRun { break } }
                return reader.isOver ? .over : .ended(ending)
            }
            if !isOpen || interruption.count > 0 { return .ended(.unknown) }
            if clock.elapsed > longestRun { return .tooLong }
            if memory(of: child.processID) > mostMemory { return .tooLarge }
            let rest = standstill.length()
            if rest < firstLook { looked = .zero }
            if rest > firstLook, rest > looked * 2 {
                looked = rest
                if hangs() { return .hangs }
            }
            if rest > Standstill.patience + longestSleep(reader.notices) { return .hangs }
        }
    }

    /// How long the program has said that it will sleep.
    private static func longestSleep(_ notices: [String]) -> Duration {
        var longest = 0
        for notice in notices { if case .sleeps(let seconds)? = ChaosNote(notice) { longest = max(longest, seconds) } }
        return .seconds(longest)
    }
}
