import ArgumentParser
import Glibc

/// The command line: one subcommand a file; what they print goes to standard output, words about progress and errors to standard error.
struct Interleave: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "interleave",
        abstract: "Watch what concurrent Swift programs really did.",
        discussion: """
            Labs show one scenario of a classic text each: `interleave labs` lists them, `interleave lab barrier` runs one.
            Any Swift program can be recorded as it is: `interleave trace -o run.trace -- ./program`, then `interleave view run.trace`.
            """,
        subcommands: [
            LabsCommand.self, LabCommand.self, TraceCommand.self, ViewCommand.self, ExportCommand.self, DoctorCommand.self,
            BenchCommand.self,
        ])
}

@main enum Main {
    static func main() {
        do {
            var command = try Interleave.parseAsRoot()
            try command.run()
        } catch let failure as CommandFailure {
            printError("interleave: \(failure.description)")
            exit(failure.code.rawValue)
        } catch {
            let code = Interleave.exitCode(for: error)
            if code == .success {
                print(Interleave.fullMessage(for: error))
                exit(0)
            }
            if let status = error as? ExitCode { exit(status.rawValue) }
            if code == .validationFailure {
                printError(Interleave.fullMessage(for: error))
                exit(CommandFailure.Code.usage.rawValue)
            }
            printError("interleave: an error of its own: \(error)\nPlease report it with the command that led to it.")
            exit(CommandFailure.Code.ours.rawValue)
        }
    }
}

func printError(_ text: String) {
    var rest = Array((text + "\n").utf8)[...]
    while !rest.isEmpty {
        let count = rest.withUnsafeBytes { write(STDERR_FILENO, $0.baseAddress, $0.count) }
        if count <= 0 { return }
        rest = rest.dropFirst(count)
    }
}
