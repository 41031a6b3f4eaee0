import CInterposition

/// What the explored program reads and prints, for those that run it.
public enum StandardStreams {
    /// From now on each print of a task is a step, and what an execution prints is kept.
    public static func observeOutput() { interleave_observe_output() }

    /// Whether what is printed goes to the standard output of this process, too.
    public static func passOutputOn(_ passes: Bool) { interleave_pass_output_on(passes) }

    /// What the present execution has printed, without the end of its last line.
    public static var printed: String {
        var size = 0
        guard let bytes = interleave_output(&size) else { return "" }
        let text = String(decoding: UnsafeRawBufferPointer(start: bytes, count: size), as: UTF8.self)
        return text.hasSuffix("\n") ? String(text.dropLast()) : text
    }
}

/// The `main` of the explored program.
public enum ProgramMain {
    /// Calls what the compiler made of the program's top-level code, or of its `@main` type.
    public static func run() { interleave_run_main() }

    /// The process ends here. Called by a task of the program.
    /// - Parameter returns: the task comes to its end by itself, right after this; else this does not return.
    public static func end(returns: Bool) { interleave_end_program(returns) }

    /// From now on `exit` ends the task that calls it, and all others come to their ends.
    public static func waitForAll() { interleave_wait_for_all() }

    /// From now on an error that comes out of `main` is told, and ends the program in place of a trap.
    public static func noteUncaughtError(_ note: @escaping (any Error) -> Void) {
        told = note
        interleave_note_uncaught_error { error in
            guard let error else { return }
            ProgramMain.told(unsafeBitCast(error, to: (any Error).self))
        }
    }

    nonisolated(unsafe) private static var told: (any Error) -> Void = { _ in }

    /// Calls the function that was compiled with the program to say what is to be explored.
    public static func callEntries() { interleave_call_entries() }
}
