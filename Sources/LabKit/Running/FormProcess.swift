import Words
import FoundationEssentials
import Glibc
import System

/// A form of the lab's own, in a process of its own: a variant with a bug can crash there, and the
/// lab still says what happened.
enum FormProcess {
    private static let mark = "INTERLEAVE_LAB_FORM"

    /// The folder for files, if this process was started for a form. Takes the mark out of the
    /// environment.
    static func take() -> String? {
        defer { unsetenv(mark) }
        return getenv(mark).map { String(cString: $0) }
    }

    /// Starts this lab again, with the same arguments and on the same terminal, and waits for it.
    ///
    /// - Parameter folder: for its files. The caller removes it, because the process can crash.
    static func run(in folder: String) throws(ExplainedError) -> Trace.Ending {
        var environment = ProcessInfo.processInfo.environment
        environment[mark] = folder
        // The lab says how the process ended. The runtime's own report would take seconds.
        if environment["SWIFT_BACKTRACE"] == nil { environment["SWIFT_BACKTRACE"] = "enable=no" }
        var options = ChildProcess.Options()
        options.environment = environment
        options.name = CommandLine.arguments.first
        let arguments = Array(CommandLine.arguments.dropFirst())
        // Ctrl-C reaches both processes. This one waits until the other one has restored the terminal.
        return try CleanupOnSignal.held { () throws(ExplainedError) in
            var child = try ChildProcess.spawn("/proc/self/exe", arguments: arguments, options: options)
            return child.wait() ?? .unknown
        }
    }
}

extension LabInvocation {
    /// Shows the form in a process of its own. Returns the exit code.
    ///
    /// - Parameter lesson: the reason of a crash.
    func showApart(_ lesson: String) throws(ExplainedError) -> Int32 {
        Output.flush()
        let folder = try RunFolder(named: lab.name)
        defer { folder.empty() }
        let ending: Trace.Ending
        do throws(ExplainedError) { ending = try FormProcess.run(in: folder.path) } catch { throw .cannotRun(error.description) }
        if case .exited(let code) = ending { return code }
        CleanupOnSignal.restoreTerminal()
        paper.text("The process \(Outcome.words(ending, false)): \(lesson). This is the bug of \(variants[0].name).", hanging: 2)
        return ExitStatus.doesNotHold
    }
}

extension Variant {
    /// Why the process can crash; nil if the variant does not expect that.
    var lessonOfDeath: String? {
        switch expected {
        case .completionOrDeath(let lesson), .death(let lesson): lesson
        case .completion, .hanging: nil
        }
    }

    /// The process is expected to hang.
    var hangs: Bool { if case .hanging = expected { true } else { false } }
}
