import Words
import LabKit
import enum Trace.Verdict
import Explorer
import ExplorationRunner

/// How explorations of variants ended, from the best to the worst.
enum ExplorationsEnd: Int, Comparable {
    case asDocumented, notFinished, otherwise, interrupted

    init(_ report: ExplorationReport, documented: Verdict) {
        if report.wasStopped {
            self = .interrupted
        } else if report.verdict != documented && report.verdict != .none {
            self = .otherwise
        } else if report.verdict != documented {
            self = report.isComplete ? .otherwise : .notFinished
        } else {
            self = report.verdict == .none && !report.isComplete ? .notFinished : .asDocumented
        }
    }

    /// The exit code.
    var exitCode: Int32 {
        switch self {
        case .asDocumented: ExitStatus.holds
        case .otherwise: ExitStatus.doesNotHold
        case .notFinished: ExitStatus.notFinished
        case .interrupted: ExitStatus.interrupted
        }
    }

    static func < (one: ExplorationsEnd, other: ExplorationsEnd) -> Bool { one.rawValue < other.rawValue }
}

/// The JSON of a variant for `--explore --json`: the same as for `interleave explore --json`, and
/// the documented verdict.
struct ExploredPage: Encodable {
    var report: ExplorationPage
    var documented: String

    private enum Key: String, CodingKey { case documented }

    func encode(to encoder: any Encoder) throws {
        try report.encode(to: encoder)
        var container = encoder.container(keyedBy: Key.self)
        try container.encode(documented, forKey: .documented)
    }
}
