import System
import ArgumentParser
import ExplorationRunner
import Glibc
import LabKit
import System

/// The command line: one subcommand in each file. Results go to standard output, progress and
/// errors to standard error.
struct Interleave: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "interleave",
        abstract: "Show what concurrent Swift programs really do.",
        discussion: """
            Without a subcommand, in a terminal, it shows a home: the path, the labs, the exercises, your last verdicts. Enter goes on where you left.

            Each lab shows one classic scenario. `\(Invocation.interleave) labs` lists them, `\(Invocation.interleave) lab barrier` runs one.
            To record a dynamically linked program without a change: `\(Invocation.interleave) trace -o run.trace -- ./program`, then `\(Invocation.interleave) view run.trace`.
            To run a small program under every interleaving that can differ: `\(Invocation.interleave) explore bank.swift`.

            Exit codes: 0 success, and all checks hold; 1 a check does not hold; 2 wrong usage or unreadable input; \
            3 not finished; 70 an error of interleave itself; 130 interrupted. `trace` ends with the exit code of the traced program.
            """,
        version: ToolVersion.text,
        subcommands: [
            LabsCommand.self, LabCommand.self, TraceCommand.self, RecordCommand.self, ViewCommand.self, ExportCommand.self,
            ExploreCommand.self, TestCommand.self, TestMergeCommand.self, ReplayCommand.self, PlayCommand.self, StartCommand.self,
            ExercisesCommand.self,
            LearnCommand.self, GradeCommand.self, GradeMergeCommand.self, DoctorCommand.self, BenchCommand.self, LearnerGradeCommand.self,
        ])
}

@main enum Main {
    static func main() {
        CrashSignals.endThisProcess()
        ProcessExit.keepsLibraries()
        do {
            if CommandLine.arguments.count == 1, HomeCommand.isPossible { return try HomeCommand.run() }
            var command = try Interleave.parseAsRoot(GradeMergeCommand.adapted(Array(CommandLine.arguments.dropFirst())))
            try command.run()
        } catch {
            exit(report(error))
        }
    }
}
