import Glibc
import System
import Words

extension ExplainedError.Code {
    static let unknownVariant = Self(rawValue: "unknownVariant")
    static let cannotRecord = Self(rawValue: "cannotRecord")
    static let noTemporaryFolder = Self(rawValue: "noTemporaryFolder")
    static let cannotRun = Self(rawValue: "cannotRun")
    static let scenarioFailed = Self(rawValue: "scenarioFailed")
    static let cannotPrepare = Self(rawValue: "cannotPrepare")
    package static let cannotExplore = Self(rawValue: "cannotExplore")
    static let cannotWriteResults = Self(rawValue: "cannotWriteResults")
}

extension ExplainedError {
    /// The parser's message. If it is about an option, it includes the help text of that option.
    static func wrongUsage(_ words: String, help: String?, of lab: String) -> ExplainedError {
        let message = words.last.map { ".?!".contains($0) } ?? true ? words : words + "."
        return ExplainedError(
            .usage, message, cure: (help.map { "\($0)\n" } ?? "") + "All options: \(Invocation.own.command(lab)) --help"
        )
    }

    /// A parameter that has no effect, because no real run is made.
    static func notForExploring(_ option: String, of lab: String) -> ExplainedError {
        ExplainedError(
            .usage,
            "--explore and --replay use a small version of each variant with a fixed size, so \(option) changes nothing there.",
            cure: "Leave out \(option). The small versions are in Explored.swift in the lab's folder.")
    }

    static func unknownVariant(_ name: String, of names: [String]) -> ExplainedError {
        let nearest = name.nearest(among: names + ["all"])
        return ExplainedError(
            .unknownVariant,
            "There is no variant '\(name)'." + (nearest.map { " Did you mean '\($0)'?" } ?? ""),
            cure: "The variants are: \(names.joined(separator: ", ")); or all.")
    }

    static func unknownFirstVariant(_ name: String, of names: [String]) -> ExplainedError {
        let nearest = name.nearest(among: names)
        return ExplainedError(
            .unknownVariant,
            "There is no variant '\(name)' to begin with." + (nearest.map { " Did you mean '\($0)'?" } ?? ""),
            cure: "The variants are: \(names.joined(separator: ", ")).")
    }

    static func cannotRecord(into file: String, errno code: Int32) -> ExplainedError {
        ExplainedError(
            .cannotRecord, "The trace cannot be written to \(file): \(String(cString: strerror(code))).",
            cure: "With --record FILE, name a file in a folder that you can write to.")
    }

    static func cannotRecordIntoDevice(_ file: String) -> ExplainedError {
        ExplainedError(
            .cannotRecord, "The trace cannot be written to \(file): it is not an ordinary file.",
            cure: "With --record FILE, name a file on a disk.")
    }

    static func noRoom(in folder: String) -> ExplainedError {
        ExplainedError(
            .noRoom, "There is not enough disk space for a run in \(folder): No space left on device.",
            cure: "Free some megabytes there, or set TMPDIR to a folder with free space: TMPDIR=/var/tmp")
    }

    static func noTemporaryFolder(in parent: String, errno code: Int32) -> ExplainedError {
        ExplainedError(
            .noTemporaryFolder, "No temporary folder can be created in \(parent): \(String(cString: strerror(code))).",
            cure: "Set TMPDIR to a folder that you can write to and that has free space.")
    }

    package static func cannotWriteResults(errno code: Int32) -> ExplainedError {
        ExplainedError(
            .cannotWriteResults, "The results could not be written to standard output: \(String(cString: strerror(code))).",
            cure: code == EBADF
                ? "Standard output is closed: start the lab without `>&-`."
                : "Send them to a place that can be written to, and that has enough free space.")
    }

    static func notExplorable(_ reasons: [String], of explorable: [String]) -> ExplainedError {
        ExplainedError(
            .cannotExplore, reasons.joined(separator: "\n"),
            cure: explorable.isEmpty
                ? "No variant of this lab can be explored." : "These variants can be explored: \(explorable.joined(separator: ", ")).")
    }

    /// Two options of which each decides what is shown.
    static func excludeEachOther(_ one: String, _ other: String) -> ExplainedError {
        ExplainedError(.usage, "\(one) and \(other) exclude each other.", cure: "Name one of them.")
    }

    /// The message of the service that could not be started. It says also what to do.
    static func cannotPrepare(_ reason: String) -> ExplainedError {
        ExplainedError(.cannotPrepare, reason, cure: "")
    }

    package static func cannotRun(_ reason: String) -> ExplainedError {
        ExplainedError(
            .cannotRun, "The lab could not be run: \(reason)",
            cure: "This is a bug in the lab, not your mistake. Please report it with the command that you ran.", exitCode: ExitStatus.ours)
    }
}
