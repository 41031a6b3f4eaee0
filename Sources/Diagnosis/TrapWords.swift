/// Why a task traps, in words: by what Swift has printed, and by whose code it was in.
struct TrapWords {
    /// What follows the line in the summary: ", inside Foundation".
    let place: String
    let reason: String
    private let advice: String

    /// - Parameters:
    ///   - message: what Swift has printed; nil: nothing.
    ///   - library: the file of the library in whose code the task trapped; nil: in the program's own code.
    ///   - line: the program's line.
    init(_ message: String?, in library: String?, at line: String?) {
        let known = Self.known.first { message?.contains($0.message) ?? false }
        if line?.contains("dispatchPrecondition") == true {
            place = ""
            reason =
                "libdispatch stops a program where dispatchPrecondition does not hold: the code runs on another queue than the line demands, or on the one that it excludes. Some code path leads here past that queue."
            advice = "Find the code path that leads here past the queue."
        } else if let known {
            place = ""
            reason = known.reason
            advice = known.advice
        } else if message != nil {
            place = ""
            reason =
                "Swift stops a program rather than let it continue with a wrong value. The message says what was wrong."
            advice = "Ask what the line takes for granted."
        } else if let library, let name = Self.name(library) {
            place = ", inside \(name)"
            reason =
                "The line calls \(name), and \(name) stops the program there. So the call breaks one of its rules: an argument is not valid (an index past the end, for example), or the object is in a state in which the call is not allowed. \(name) does not say which rule."
            advice = "Look up what the call requires, and check that before the call."
        } else {
            place = ""
            reason =
                "Swift stops a program rather than let it continue with a wrong value. Where it prints no message, as here, most often a result does not fit its type: it is too large, or it is negative in a type without negative numbers (an overflow)."
            advice = "Ask what the line takes for granted."
        }
    }

    /// - Parameter dependsOnOrder: whether other interleavings end well, or a data race decides.
    func hint(dependsOnOrder: Bool) -> String {
        dependsOnOrder ? "\(advice) Then ask which other task can change that between the check and the use." : advice
    }

    /// "Foundation" for "libFoundation.so"; nil where the file says nothing to a reader.
    private static func name(_ library: String) -> String? {
        if library.hasPrefix("libFoundation") || library.hasPrefix("lib_Foundation") { return "Foundation" }
        if library.hasPrefix("libdispatch") || library.hasPrefix("libswiftDispatch") { return "libdispatch" }
        if library.hasPrefix("libswift_Concurrency") { return "Swift's concurrency library" }
        if library.hasPrefix("libswift") { return "Swift's standard library" }
        if library.hasPrefix("libc.") || library.hasPrefix("libm.") { return "the C library" }
        return nil
    }

    private static let known: [(message: String, reason: String, advice: String)] = [
        (
            "'try!' expression unexpectedly raised an error",
            "`try!` says that the call never throws an error. Here it throws one, and so `try!` stops the program. The message is the error.",
            "Use `try` inside `do { … } catch { … }`, or `try?`, and decide what happens when the call fails."
        ),
        (
            "while unwrapping an Optional value",
            "`!` says that the value is never nil. Here it is nil, and so `!` stops the program.",
            "Use `if let` or `guard let`, and decide what happens when there is no value."
        ),
        (
            "attempt to await next() on more than one task",
            "Two tasks wait for the next element of one stream at the same time. This kind of stream allows one consumer, and stops the program.",
            "Let one task iterate over the stream and hand on what the others need, or make one stream for each consumer."
        ),
        (
            "ndex out of range", "Swift stops a program that uses an index outside of the collection.",
            "Compare the index with `indices` or `count` before you use it."
        ),
        (
            "unexpectedly found nil", "Swift stops a program that uses a value which is nil.",
            "Use `if let` or `guard let`, and decide what happens when there is no value."
        ),
        (
            "precondition failed", "A `precondition` in the program does not hold, and so it stops the program.",
            "Ask why the condition holds in the other cases, and what is different here."
        ),
        (
            "assertion failed", "An `assert` in the program does not hold, and so it stops the program.",
            "Ask why the condition holds in the other cases, and what is different here."
        ),
    ]
}
