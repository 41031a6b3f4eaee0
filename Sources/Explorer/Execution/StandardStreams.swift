import CInterposition

/// The standard streams of the explored program, for those that run it.
public enum StandardStreams {
    /// From now on each print of a task is a step, and the output of an execution is kept.
    public static func observeOutput() { interleave_observe_output() }

    /// Whether prints also go to the standard output of this process.
    public static func passOutputOn(_ passes: Bool) { interleave_pass_output_on(passes) }

    /// The output of the present execution, without the last line's end.
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
    /// - Parameter returns: the task ends right after this; else this does not return.
    public static func end(returns: Bool) { interleave_end_program(returns) }

    /// From now on `exit` ends the calling task only, and all others run until they end.
    public static func waitForAll() { interleave_wait_for_all() }

    /// From now on an error that `main` throws is reported, and ends the program without a trap.
    public static func noteUncaughtError(_ note: @escaping (any Error) -> Void) {
        told = note
        interleave_note_uncaught_error { error in
            guard let error else { return }
            ProgramMain.told(unsafeBitCast(error, to: (any Error).self))
        }
    }

    nonisolated(unsafe) private static var told: (any Error) -> Void = { _ in }

    /// Calls the function, compiled with the program, that says what to explore.
    public static func callEntries() { interleave_call_entries() }
}
