import Explorer

extension Scene {
    /// A trap, a crash, an error that was thrown, or a result that is not allowed.
    func failure() -> Explanation {
        if let error = finding.error { return thrown(error) }
        guard let signal = finding.signal, let task = finding.task else {
            let story = story ?? neverEmpty ?? tooEarly
            return explanation(
                "An outcome that is not allowed: \(quote(outcome: finding.outcome ?? "")).",
                ["allowed(_:) returns false for what this interleaving comes to.", story?.words ?? "", others()],
                story?.locations ?? [],
                hint: hint(story))
        }
        let entry = log.entries.last { $0.task == task && !$0.places.isEmpty }
        // (What a library has put into the program has no line in the files: who called it has.)
        let isKnown = finding.place != 0 && source.place([finding.place]) != nil
        let stack = isKnown ? [finding.place] : entry?.places ?? [finding.place]
        let place = location(task, stack, signal == 11 || signal == 7 ? "crashes" : "traps")
        if signal == Self.stackUsedUp {
            return explanation(
                "Crash: \(name(task)) has used up its stack\(at(stack)).",
                [
                    "Each call of a function takes some of its task's stack until it returns. Here they were nested so deeply that nothing was left: most likely a function calls itself and never comes to the case in which it stops.",
                    others(),
                ], [location(task, stack, "has no stack left")],
                hint: "Look for the case in which the function does not call itself, and whether every call comes nearer to it.")
        }
        if finding.verdict == .crash {
            return explanation(
                "Crash: \(name(task)) touches memory that is not there\(at(stack)).",
                [
                    "The system stopped it with signal \(signal). Common causes are a pointer used after its memory was freed or for memory that was never had, and two tasks that change one array or dictionary at the same time.",
                    others(),
                ],
                [place],
                hint: "If several tasks use one collection, let one lock or queue protect it; otherwise look where the pointer comes from."
            )
        }
        if signal == 6, finding.lastWords.contains("Simultaneous accesses to") { return overlapping(task, stack, place) }
        if signal == 6 && message == nil {
            return explanation(
                "\(name(task).capitalizedFirst) ends the program with abort()\(at(stack)).", [others()], [place],
                hint: "abort() is for what must never be: look for what leads there.")
        }
        if let message, message.hasPrefix("Recursive call to lock Mutex") { return lockedAgain(task, stack, message) }
        if let message, message.contains("resume its continuation more than once") { return resumedAgain(task, stack, message) }
        let words = message.map { ": \($0)" } ?? "", others = others(),
            trap = TrapWords(message, in: libraryThatTraps, at: source.position(stack)?.text)
        // What goes wrong in some interleavings only has to do with who came when.
        let story = others.isEmpty && isOfAll ? nil : self.story ?? tooEarly
        return explanation(
            "The program traps in \(name(task))\(at(stack))\(trap.place)\(words)\(words.last.map { ".!?".contains($0) } == true ? "" : ".")",
            [
                trap.reason,
                story?.words ?? "", others,
            ], (story?.locations ?? []) + [place],
            hint: story?.hint ?? trap.hint(dependsOnOrder: isOfRace || !others.isEmpty))
    }

    /// An error that nobody has caught.
    private func thrown(_ error: String) -> Explanation {
        let isKnown = source.place([finding.place]) != nil, isOfCancellation = error == "CancellationError()"
        let comesOut = "and it comes out of the function that is explored."
        let origin = finding.task.map { task in
            isKnown
                ? "\(name(task).capitalizedFirst) throws it in \(quote([finding.place])), \(comesOut)"
                : "A function of a library throws it, which \(name(task)) has called, \(comesOut)"
        }
        let others = others(), story = isOfCancellation || others.isEmpty && isOfAll ? nil : self.story ?? tooEarly
        let cancellation =
            "In a task that has been cancelled, Task.sleep and Task.checkCancellation() throw this error, as other functions do that look at it."
        let hint =
            isWithoutResult
            ? "No interleaving comes to its end without a failure: look at what each task does by itself before you look at their order."
            : isOfCancellation
                ? "Whoever awaits a task that may be cancelled has to reckon with this error: catch it where work may stay undone."
                : "Step through the schedule to see what was different when the error was thrown."
        return explanation(
            "An error is thrown in this interleaving: \(ShownText.printable(error))",
            [origin ?? "", isOfCancellation ? cancellation : story?.words ?? "", others],
            (story?.locations ?? []) + [finding.task.flatMap { isKnown ? location($0, [finding.place], "throws") : nil }],
            hint: isWithoutResult ? hint : story?.hint ?? hint)
    }

    /// Swift has found two accesses to one variable at once, by one task.
    private func overlapping(_ task: Int, _ stack: [UInt], _ place: Explanation.Location?) -> Explanation {
        explanation(
            "\(name(task).capitalizedFirst) touches a variable\(at(stack)) while it is in the middle of changing it.",
            [
                "Whoever changes a variable in place (an `inout` argument, a mutating method, `+=`) has it for itself until that is over; to touch it once more meanwhile, in what is called there, is an overlapping access, and Swift stops the program.",
                others(),
            ], [place],
            hint: "Work on a copy and put that back at the end, or hand what is called the value that it needs.")
    }

    /// The number by which the explorer tells that there was no stack left.
    private static var stackUsedUp: Int { 16 }

    func leak() -> Explanation {
        if let explained = neverNotified(finding.waiting) { return explained }
        let forgotten = finding.waiting.filter { $0.cause == .continuation }
        let who = Self.list(forgotten.map { name($0.task) }), listens = forgotten.first?.isListening == true
        let others = finding.waiting.filter { $0.cause != .continuation }
        return explanation(
            listens
                ? "Leak: \(who) wait\(forgotten.count == 1 ? "s" : "") for an element of a stream that nobody will send, and nobody finishes the stream."
                : "Leak: \(who) wait\(forgotten.count == 1 ? "s" : "") for a continuation that nobody will ever resume.",
            [
                "Everything else has come to its end, and nobody is left who could let \(forgotten.count == 1 ? "it" : "them") go on: a task that is never resumed stays in memory with all that it holds, and never runs its `defer`s.",
                others.isEmpty
                    ? "" : "\(Self.list(others.map { name($0.task) }).capitalizedFirst) wait\(others.count == 1 ? "s" : "") for that.",
            ], forgotten.map { location($0.task, [$0.place], listens ? "waits for the next element" : "waits to be resumed") },
            hint: listens
                ? "Call finish() on the stream's continuation when nothing more will come, also where something fails."
                : "Resume every continuation exactly once on every way through the code: where it succeeds, where it fails, and where the callback is never called."
        )
    }

    func at(_ stack: [UInt]) -> String { source.place(stack) == nil ? "" : " in \(quote(stack))" }

    /// The library in whose code a task trapped; nil where that was the program's own code.
    private var libraryThatTraps: String? {
        log.entries.last { $0.task == finding.task && $0.event == .signalDelivered }?.text
    }

    /// What Swift printed when it stopped the program.
    private var message: String? {
        for line in finding.lastWords.split(separator: "\n") {
            let words = ShownText.printable(ShownText.withoutAddresses(String(line)))
            for beginning in ["Fatal error", "Precondition failed", "Assertion failed"] {
                guard let range = words.firstRange(of: beginning) else { continue }
                let rest = String(words[range.upperBound...].drop { ": ".contains($0) })
                let kind = beginning.lowercasedFirst
                let told = rest.isEmpty ? kind : beginning == "Fatal error" ? rest : "\(kind): \(rest)"
                return told.hasSuffix(".") ? String(told.dropLast()) : told
            }
        }
        return nil
    }

    /// How often it goes well.
    func others() -> String {
        let well = outcomes.filter { $0.isAllowed }
        if well.isEmpty { return "" }
        return "Other interleavings come to their end, with the result \(either(well.map(\.text)))."
    }

    /// The races that it depends on, which are told of separately.
    var cause: String {
        guard finding.verdict != .race, let causes = finding.causes, !causes.isEmpty else { return "" }
        return "A data race\(variables(of: racesInOrder.filter(causes.contains)).map { " on \($0)" } ?? "") is behind it."
    }

    /// Whether a race is behind it, or may be.
    var isOfRace: Bool { !(finding.causes ?? finding.races).isEmpty }

    private func hint(_ story: Between?) -> String {
        if isOfRace {
            return "Fix the data race first, which this report describes too. Then explore again: does the outcome still come about?"
        }
        if let story { return story.hint }
        let isAlwaysSo = finding.outcome != nil && isOfAll && outcomes.allSatisfy { !$0.isAllowed }
        return isAlwaysSo
            ? "Every interleaving that came to a result came to one that is not allowed: the order of the tasks is hardly the cause. Look at what each of them does by itself."
            : "Step through the schedule and look for the moment at which a task goes on with a value that another has changed meanwhile."
    }
}
