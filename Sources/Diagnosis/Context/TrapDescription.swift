/// Why a thread traps, in words: from Swift's message, and from the library that contains the code.
struct TrapDescription {
    /// Text that follows the line in the summary: ", inside Foundation".
    let place: String
    let reason: String
    private let advice: String
    /// Whether the reason is a known limit of the library, and not the order of threads.
    let isLibrarysOwn: Bool

    /// - Parameters:
    ///   - message: what Swift has printed; nil: nothing.
    ///   - library: the file of the library in whose code the task trapped; nil: in the program's own code.
    ///   - line: the program's line.
    init(_ message: String?, in library: String?, at line: String?) {
        let isDate = message == nil && library.flatMap(Self.name) == "Foundation" && line.map(Self.waitsForDistantFuture) == true
        isLibrarysOwn = isDate
        let known = Self.known.first { message?.contains($0.message) ?? false }
        if line?.contains("dispatchPrecondition") == true {
            place = ""
            reason =
                "libdispatch stops a program when the condition of a dispatchPrecondition is false. Either the code is not on the queue that the line requires, or it is on the queue that the line excludes."
            advice = "Find out which code path leads here, and on which queue it runs."
        } else if let known {
            place = ""
            reason = known.reason
            advice = known.advice
        } else if message != nil {
            place = ""
            reason =
                "Swift stops a program rather than let it continue with a wrong value. The message says what was wrong."
            advice = "Check which assumptions the line makes."
        } else if isDate {
            place = ", inside Foundation"
            reason =
                "Foundation for Linux counts the nanoseconds up to the date at which a wait ends. For `Date.distantFuture` that number is too large for its type, and Foundation traps. `NSConditionLock.lock(whenCondition:)` waits until this date, too. So this is a limit of Foundation, and the trap comes each time the call has to wait."
            advice =
                "Use `wait()`, which has no date. If there is no such call, wait in a loop with a near date: `while !lock.lock(whenCondition: 1, before: Date(timeIntervalSinceNow: 60)) {}`."
        } else if let library, let name = Self.name(library) {
            place = ", inside \(name)"
            reason =
                "The line calls \(name), and \(name) stops the program during this call. The library does not say why. Perhaps an argument is not valid: an index past the end, for example. Perhaps the object is in a state in which the call is not allowed. The library can also have a mistake or a limit of its own."
            advice =
                "Look up what the call requires, and check its arguments before the call. If they are all valid, try another function of the library for the same purpose."
        } else {
            place = ""
            reason =
                "Swift stops a program rather than let it continue with a wrong value. If it prints no message, as here, a result usually does not fit its type (an overflow). The result is too large, or it is negative in a type without negative numbers."
            advice = "Check which assumptions the line makes."
        }
    }

    /// - Parameter dependsOnOrder: whether other interleavings end well, or a data race decides.
    func hint(dependsOnOrder: Bool) -> String {
        dependsOnOrder ? "\(advice) Then ask which other thread can change this between the check and the use." : advice
    }

    /// Whether a line waits until a date that is later than Foundation can count.
    private static func waitsForDistantFuture(_ line: String) -> Bool {
        line.contains("distantFuture") || line.contains("lock(whenCondition:") && !line.contains("before:")
    }

    /// "Foundation" for "libFoundation.so"; nil if the file's name tells a reader nothing.
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
            "`try!` says that the call never throws an error. Here the call throws one, and so `try!` stops the program. The message contains the error.",
            "Use `try` inside `do { … } catch { … }`, or `try?`, and decide what happens when the call fails."
        ),
        (
            "Incorrect actor executor assumption",
            "`assumeIsolated` says that the code runs on that actor already. Here it does not: the call comes from a block of another queue, or from a thread. So Swift stops the program.",
            "Go to the actor instead of assuming it: `await` a method of the actor, or `Task { @MainActor in … }` for the main actor. Use `assumeIsolated` only where the caller is already on the actor. For example, a block of `DispatchQueue.main` is on the main actor."
        ),
        (
            "while unwrapping an Optional value",
            "`!` says that the value is never nil. Here it is nil, and so `!` stops the program.",
            "Use `if let` or `guard let`, and decide what happens when there is no value."
        ),
        (
            "attempt to await next() on more than one task",
            "Two tasks wait for the next element of one stream at the same time. This kind of stream allows one consumer, and stops the program.",
            "Let one task iterate over the stream and pass the elements on to the others. Or make one stream for each consumer."
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
            "precondition failed", "The condition of a `precondition` is false, so the program stops.",
            "Ask why the condition holds in the other cases, and what is different here."
        ),
        (
            "assertion failed", "The condition of an `assert` is false, so the program stops.",
            "Ask why the condition holds in the other cases, and what is different here."
        ),
    ]
}
