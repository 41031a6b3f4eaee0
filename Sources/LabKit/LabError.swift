import Exploring
import Glibc

/// Why a lab could not do what it was asked to: what, where, and what to do next; and the exit code that says so to scripts.
struct LabError: Error, Equatable, CustomStringConvertible {
    struct Code: RawRepresentable, Hashable, Sendable {
        var rawValue: String
        static let wrongUsage = Code(rawValue: "wrongUsage")
        static let unknownVariant = Code(rawValue: "unknownVariant")
        static let cannotRecord = Code(rawValue: "cannotRecord")
        static let noRoom = Code(rawValue: "noRoom")
        static let noTemporaryFolder = Code(rawValue: "noTemporaryFolder")
        static let cannotRun = Code(rawValue: "cannotRun")
        static let scenarioFailed = Code(rawValue: "scenarioFailed")
        static let cannotPrepare = Code(rawValue: "cannotPrepare")
        static let cannotExplore = Code(rawValue: "cannotExplore")
        static let cannotWriteResults = Code(rawValue: "cannotWriteResults")
    }

    var code: Code
    var message: String
    var cure: String
    var exitCode: Int32 = ExitStatus.usage

    var description: String { cure.isEmpty ? message : "\(message)\n\(cure)" }

    /// In the parser's words, with what it says of the option, if it is about one.
    static func wrongUsage(_ words: String, help: String?, of lab: String) -> LabError {
        let message = words.last.map { ".?!".contains($0) } ?? true ? words : words + "."
        return LabError(code: .wrongUsage, message: message, cure: (help.map { "\($0)\n" } ?? "") + "All options: \(lab) --help")
    }

    /// A parameter that changes nothing where no real run is made.
    static func notForExploring(_ option: String, of lab: String) -> LabError {
        LabError(
            code: .wrongUsage,
            message:
                "--explore and --replay go through a small form of each variant, whose size is fixed: \(option) changes nothing there.",
            cure: "Leave out \(option). The small forms: Explored.swift in the lab's folder.")
    }

    static func unknownVariant(_ name: String, of names: [String]) -> LabError {
        let nearest = name.nearest(among: names + ["all"])
        return LabError(
            code: .unknownVariant,
            message: "There is no variant '\(name)'." + (nearest.map { " Did you mean '\($0)'?" } ?? ""),
            cure: "The variants are: \(names.joined(separator: ", ")); or all.")
    }

    static func cannotRecord(into file: String, errno code: Int32) -> LabError {
        LabError(
            code: .cannotRecord, message: "The trace cannot be written to \(file): \(String(cString: strerror(code))).",
            cure: "Name a file in a folder that you may write to, with --record FILE.")
    }

    static func cannotRecordIntoDevice(_ file: String) -> LabError {
        LabError(
            code: .cannotRecord, message: "The trace cannot be written to \(file): it is no ordinary file.",
            cure: "Name a file on a disk, with --record FILE.")
    }

    static func noRoom(in folder: String) -> LabError {
        LabError(
            code: .noRoom, message: "There is no room for a run in \(folder): No space left on device.",
            cure: "Free some megabytes there, or set TMPDIR to a folder with room: TMPDIR=/var/tmp")
    }

    static func noTemporaryFolder(in parent: String, errno code: Int32) -> LabError {
        LabError(
            code: .noTemporaryFolder, message: "No temporary folder can be made in \(parent): \(String(cString: strerror(code))).",
            cure: "Set TMPDIR to a folder that you may write to and that has room.")
    }

    static func cannotWriteResults(errno code: Int32) -> LabError {
        LabError(
            code: .cannotWriteResults, message: "The results could not be written to standard output: \(String(cString: strerror(code))).",
            cure: "Send them to a place with room for them.")
    }

    static func cannotExplore(_ error: ExplorationError) -> LabError {
        LabError(
            code: .cannotExplore, message: error.message, cure: error.cure, exitCode: error.exitCode)
    }

    static func notExplorable(_ reasons: [String], of explorable: [String]) -> LabError {
        LabError(
            code: .cannotExplore, message: reasons.joined(separator: "\n"),
            cure: explorable.isEmpty ? "No variant of this lab can be explored." : "These can be: \(explorable.joined(separator: ", ")).")
    }

    /// In the words of what could not be started, which say what to do as well.
    static func cannotPrepare(_ reason: String) -> LabError {
        LabError(code: .cannotPrepare, message: reason, cure: "")
    }

    static func cannotRun(_ reason: String) -> LabError {
        LabError(
            code: .cannotRun, message: "The lab could not be run: \(reason)",
            cure: "This is an error of the lab, not of yours. Please report it with the command that you ran.", exitCode: ExitStatus.ours)
    }
}

/// Exit codes, as all commands use them.
enum ExitStatus {
    static let holds: Int32 = 0
    static let doesNotHold: Int32 = 1
    static let usage: Int32 = 2
    static let ours: Int32 = 70
    static let notFinished: Int32 = 3
    static let interrupted: Int32 = 130
    /// Between the processes of a lab only: there was no room for what a scenario's process had to report.
    static let noRoom: Int32 = 74
}
