import Words
import ArgumentParser
import ExplorationRunner
import Grading
import LabKit
import Recorder
import System
import Terminal
import Trace

/// The one place where errors become words and exit codes.
extension Main {
    /// Prints an error in one to three lines on standard error (requested help: on standard
    /// output); returns the exit code.
    static func report(_ error: any Error) -> Int32 {
        if let status = error as? ExitCode { return status.rawValue }
        if let failure = failure(of: error) { return report(failure) }
        switch Interleave.exitCode(for: error) {
        case .success:
            do { try StandardOutput.line(Interleave.fullMessage(for: error)) } catch { return report(error) }
            return 0
        case .validationFailure: return report(misuse(error))
        default:
            return report(
                ExplainedError(
                    .ours, "This is an error of interleave itself: \(error)", cure: "Please report it, with the command that caused it."))
        }
    }

    /// The words and the exit code of an error of the rooms; nil for the parser's own, and for those
    /// that must not happen.
    private static func failure(of error: any Error) -> ExplainedError? {
        switch error {
        case let error as ExplainedError: error
        case let error as UnusableTerminal:
            ExplainedError(.usage, "The home cannot be shown: \(error.reason).", cure: "Make the terminal larger. Or: interleave --help")
        default: nil
        }
    }

    /// An error in words, for a program that prints it itself.
    static func words(for error: any Error) -> String {
        failure(of: error)?.description ?? "This is an error of interleave itself: \(error)"
    }

    private static func report(_ failure: ExplainedError) -> Int32 {
        printError("interleave: \(failure.description)")
        return failure.exitCode
    }

    /// The mistake in the command line, in its parser's words, and the command for help.
    private static func misuse(_ error: any Error) -> ExplainedError {
        var message = Interleave.message(for: error)
        let names = Interleave.configuration.subcommands.filter { $0.configuration.shouldDisplay }.compactMap {
            $0.configuration.commandName
        }
        if let word = CommandLine.arguments.dropFirst().first, !word.hasPrefix("-"), !names.contains(word), word != "help" {
            let lab = (try? LabCatalogue()).flatMap { try? $0.name(for: word) }
            let meant = lab.map { "`\(Invocation.interleave) lab \($0)`" } ?? word.nearest(among: names).map { "'\($0)'" }
            message = "There is no command '\(word)'." + (meant.map { " Did you mean \($0)?" } ?? "")
            return ExplainedError(.usage, message, cure: "The commands are: \(names.joined(separator: ", ")).")
        }
        // The parser's message ends with "  See 'interleave view --help' for more information."
        let page = Interleave.fullMessage(for: error).split(separator: "\n").last { $0.contains("--help'") }
        let words = page?.split(separator: "'").dropFirst().first?.split(separator: " ").dropFirst().joined(separator: " ") ?? "--help"
        return ExplainedError(.usage, message, cure: "For help: \(Invocation.interleave) \(words)")
    }
}
