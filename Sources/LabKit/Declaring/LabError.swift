import System
import Glibc

/// An error of a lab: the problem, a suggestion, and the exit code for scripts.
package struct LabError: Error, Equatable, CustomStringConvertible {
    package struct Code: RawRepresentable, Hashable, Sendable {
        package var rawValue: String
        package init(rawValue: String) { self.rawValue = rawValue }
        static let wrongUsage = Code(rawValue: "wrongUsage")
        static let unknownVariant = Code(rawValue: "unknownVariant")
        static let cannotRecord = Code(rawValue: "cannotRecord")
        static let noRoom = Code(rawValue: "noRoom")
        static let noTemporaryFolder = Code(rawValue: "noTemporaryFolder")
        static let cannotRun = Code(rawValue: "cannotRun")
        static let scenarioFailed = Code(rawValue: "scenarioFailed")
        static let cannotPrepare = Code(rawValue: "cannotPrepare")
        package static let cannotExplore = Code(rawValue: "cannotExplore")
        static let cannotWriteResults = Code(rawValue: "cannotWriteResults")
    }

    package var code: Code
    package var message: String
    package var cure: String
    package var exitCode: Int32 = ExitStatus.usage

    package init(code: Code, message: String, cure: String, exitCode: Int32 = ExitStatus.usage) {
        self.code = code
        self.message = message
        self.cure = cure
        self.exitCode = exitCode
    }

    package var description: String { cure.isEmpty ? message : "\(message)\n\(cure)" }

    /// The parser's message. If it is about an option, it includes the help text of that option.
    static func wrongUsage(_ words: String, help: String?, of lab: String) -> LabError {
        let message = words.last.map { ".?!".contains($0) } ?? true ? words : words + "."
        return LabError(
            code: .wrongUsage, message: message, cure: (help.map { "\($0)\n" } ?? "") + "All options: \(Invocation.own.command(lab)) --help"
        )
    }

    /// A parameter that has no effect, because no real run is made.
    static func notForExploring(_ option: String, of lab: String) -> LabError {
        LabError(
            code: .wrongUsage,
            message:
                "--explore and --replay use a small version of each variant with a fixed size, so \(option) changes nothing there.",
            cure: "Leave out \(option). The small versions are in Explored.swift in the lab's folder.")
    }

    static func unknownVariant(_ name: String, of names: [String]) -> LabError {
        let nearest = name.nearest(among: names + ["all"])
        return LabError(
            code: .unknownVariant,
            message: "There is no variant '\(name)'." + (nearest.map { " Did you mean '\($0)'?" } ?? ""),
            cure: "The variants are: \(names.joined(separator: ", ")); or all.")
    }

    static func unknownFirstVariant(_ name: String, of names: [String]) -> LabError {
        let nearest = name.nearest(among: names)
        return LabError(
            code: .unknownVariant,
            message: "There is no variant '\(name)' to begin with." + (nearest.map { " Did you mean '\($0)'?" } ?? ""),
            cure: "The variants are: \(names.joined(separator: ", ")).")
    }

    static func cannotRecord(into file: String, errno code: Int32) -> LabError {
        LabError(
            code: .cannotRecord, message: "The trace cannot be written to \(file): \(String(cString: strerror(code))).",
            cure: "With --record FILE, name a file in a folder that you can write to.")
    }

    static func cannotRecordIntoDevice(_ file: String) -> LabError {
        LabError(
            code: .cannotRecord, message: "The trace cannot be written to \(file): it is not an ordinary file.",
            cure: "With --record FILE, name a file on a disk.")
    }

    static func noRoom(in folder: String) -> LabError {
        LabError(
            code: .noRoom, message: "There is not enough disk space for a run in \(folder): No space left on device.",
            cure: "Free some megabytes there, or set TMPDIR to a folder with free space: TMPDIR=/var/tmp")
    }

    static func noTemporaryFolder(in parent: String, errno code: Int32) -> LabError {
        LabError(
            code: .noTemporaryFolder, message: "No temporary folder can be created in \(parent): \(String(cString: strerror(code))).",
            cure: "Set TMPDIR to a folder that you can write to and that has free space.")
    }

    package static func cannotWriteResults(errno code: Int32) -> LabError {
        LabError(
            code: .cannotWriteResults, message: "The results could not be written to standard output: \(String(cString: strerror(code))).",
            cure: code == EBADF
                ? "Standard output is closed: start the lab without `>&-`."
                : "Send them to a place that can be written to, and that has enough free space.")
    }

    static func notExplorable(_ reasons: [String], of explorable: [String]) -> LabError {
        LabError(
            code: .cannotExplore, message: reasons.joined(separator: "\n"),
            cure: explorable.isEmpty
                ? "No variant of this lab can be explored." : "These variants can be explored: \(explorable.joined(separator: ", ")).")
    }

    /// Two options of which each decides what is shown.
    static func excludeEachOther(_ one: String, _ other: String) -> LabError {
        LabError(code: .wrongUsage, message: "\(one) and \(other) exclude each other.", cure: "Name one of them.")
    }

    static func formRefused(_ message: String, cure: String) -> LabError {
        LabError(code: .wrongUsage, message: message, cure: cure)
    }

    /// The message of the service that could not be started. It says also what to do.
    static func cannotPrepare(_ reason: String) -> LabError {
        LabError(code: .cannotPrepare, message: reason, cure: "")
    }

    package static func cannotRun(_ reason: String) -> LabError {
        LabError(
            code: .cannotRun, message: "The lab could not be run: \(reason)",
            cure: "This is a bug in the lab, not your mistake. Please report it with the command that you ran.", exitCode: ExitStatus.ours)
    }
}

/// The exit codes that all commands use.
package enum ExitStatus {
    package static let holds: Int32 = 0
    package static let doesNotHold: Int32 = 1
    package static let usage: Int32 = 2
    package static let ours: Int32 = 70
    package static let notFinished: Int32 = 3
    package static let interrupted: Int32 = 130
    /// Used only between the processes of a lab: the scenario's process could not write its report,
    /// because the disk is full.
    static let noRoom: Int32 = 74
}
