import ArgumentParser
import Exploring
import Glibc
import LabKit

/// The command line: one subcommand a file. What they find goes to standard output, words about progress and errors to standard error.
struct Interleave: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "interleave",
        abstract: "Watch what concurrent Swift programs really did.",
        discussion: """
            Labs show one scenario of a classic text each: `\(Invocation.interleave) labs` lists them, `\(Invocation.interleave) lab barrier` runs one.
            Any Swift program can be recorded as it is: `\(Invocation.interleave) trace -o run.trace -- ./program`, then `\(Invocation.interleave) view run.trace`.
            A function can be run under every interleaving that can differ: `\(Invocation.interleave) explore bank.swift`.

            Exit codes: 0 done, and what was checked holds; 1 what was checked does not hold; 2 wrong usage or unreadable input; \
            3 not finished; 70 an error of ours; 130 interrupted. `trace` ends with the code of the program that it ran.
            """,
        subcommands: [
            LabsCommand.self, LabCommand.self, TraceCommand.self, ViewCommand.self, ExportCommand.self, ExploreCommand.self,
            ReplayCommand.self, ExercisesCommand.self, GradeCommand.self, DoctorCommand.self, BenchCommand.self,
        ])
}

@main enum Main {
    static func main() {
        do {
            var command = try Interleave.parseAsRoot()
            try command.run()
        } catch {
            exit(report(error))
        }
    }
}
