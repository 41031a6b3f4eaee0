import Words
import Explorer

extension Scene {
    /// A trap, a crash, an error that was thrown, or a result that is not allowed.
    func failure() -> Explanation {
        if let error = finding.error { return thrown(error) }
        guard let signal = finding.signal, let task = finding.task else {
            let story = storyOfTurns ?? neverEmpty ?? (dependsOnOrder ? nil : overtakenPriority) ?? storyOfGap ?? storyOfResults
            return explanation(
                "An outcome that is not allowed: \(quote(outcome: finding.outcome ?? "")).",
                ["allowed(_:) returns false for the outcome of this interleaving.", story?.words ?? "", others()],
                story?.locations ?? [],
                hint: hint(story), isGeneral: story == nil)
        }
        let entry = log.entries.last { $0.task == task && !$0.places.isEmpty }
        // (Code that a library has put into the program has no line in the files. Its caller has
        // one.)
        let isKnown = finding.place != 0 && source.place([finding.place]) != nil
        let stack = isKnown ? [finding.place] : entry?.places ?? [finding.place]
        let place = location(task, stack, signal == 11 || signal == 7 ? "crashes" : "traps")
        if signal == Self.stackUsedUp {
            return explanation(
                "Crash: \(name(task)) has used up its stack\(at(stack)).",
                [
                    "Each call of a function uses part of its thread's stack until it returns. Here the calls were nested so deeply that no stack was left. Most likely a function calls itself and never reaches the case in which it stops.",
                    others(),
                ], [location(task, stack, "has no stack left")],
                hint: "Find the case in which the function does not call itself. Check that every call gets nearer to it.")
        }
        if let freed = usedAfterFree(task, stack) { return freed }
        if finding.verdict == .crash {
            return explanation(
                "Crash: \(name(task)) accesses memory that is not there\(at(stack)).",
                [
                    "The system stopped the program with signal \(signal). A common cause is a pointer to freed or never allocated memory. Another is that two threads change one array or dictionary at the same time.",
                    others(),
                ],
                [place],
                hint:
                    "If several threads use one collection, protect it with one lock or queue. Otherwise find out where the pointer comes from.",
                isGeneral: true)
        }
        if signal == 6, finding.lastWords.contains("Simultaneous accesses to") { return overlapping(task, stack, place) }
        if signal == 6, let explained = isolationCheck(task, stack, place) { return explained }
        if signal == 6 && message == nil {
            return explanation(
                "\(name(task).capitalizedFirst) ends the program with abort()\(at(stack)).", [others()], [place],
                hint: "abort() is for situations that must never happen. Find the code path that leads there.")
        }
        if let message, message.hasPrefix("Recursive call to lock Mutex") { return lockedAgain(task, stack, message) }
        if let message, message.contains("resume its continuation more than once") { return resumedAgain(task, stack, message) }
        let words = message.map { ": \($0)" } ?? "", others = others(),
            trap = TrapDescription(message, in: libraryThatTraps, at: source.position(stack)?.text)
        // A failure in only some interleavings depends on the order of the threads.
        let isOrdered = others.isEmpty && isOfAll
        let story = isOrdered ? nil : releasedObject(message) ?? storyOfTurns ?? storyOfResults
        var told = explanation(
            "The program traps in \(name(task))\(at(stack))\(trap.place)\(words)\(words.last.map { ".!?".contains($0) } == true ? "" : ".")",
            [
                trap.reason,
                trap.isLibrarysOwn ? "" : story?.words ?? "", others,
            ], (trap.isLibrarysOwn ? [] : story?.locations ?? []) + [place],
            hint: trap.isLibrarysOwn
                ? trap.hint(dependsOnOrder: false) : story?.hint ?? trap.hint(dependsOnOrder: isOfRace || !others.isEmpty),
            isGeneral: story == nil && !trap.isLibrarysOwn)
        if trap.isLibrarysOwn { told.mechanism = trap.reason }
        return told
    }

    /// The turns that threads took, if they explain the failure.
    private var storyOfTurns: Between? {
        wokenStory ?? calledAfterRemoval ?? droppedElement ?? sentAfterCancellation ?? changedAndBack ?? timedOut ?? surplusPermit ?? story
            ?? certainInconsistentView ?? twoConsumers
    }

    /// Some steps of one thread came between two steps of another.
    private var storyOfGap: Between? {
        isOfRace ? nil : betweenOfSeveral.map { Between(words: $0.words, locations: $0.locations, hint: $0.hint) }
    }

    /// A result that came too early or in another order, or that was seen half-written.
    private var storyOfResults: Between? {
        notifiedTooEarly ?? cancelledTooLate ?? taskCancelledTooLate ?? resultsInOtherOrder ?? dependsTooLate ?? storyOfCheck ?? tooEarly
            ?? inconsistentView?.story
    }

    /// A thread traps because of its own check: another thread's step, which decides, came between the check and the act.
    private var storyOfCheck: Between? {
        guard !isOfRace, let task = finding.task, let deciding, deciding.isGap, deciding.tasks.contains(task) else { return nil }
        return Between(words: deciding.words, locations: deciding.locations, hint: deciding.hint)
    }

    /// An error that no code has caught.
    private func thrown(_ error: String) -> Explanation {
        let isKnown = source.place([finding.place]) != nil, isOfCancellation = error == "CancellationError()"
        let comesOut = "and no code in the explored function catches it."
        let origin = finding.task.map { task in
            isKnown
                ? "\(name(task).capitalizedFirst) throws it in \(quote([finding.place])), \(comesOut)"
                : "A library function that \(name(task)) has called throws it, \(comesOut)"
        }
        let others = others(), story = isOfCancellation || others.isEmpty && isOfAll ? nil : self.story ?? twoConsumers ?? tooEarly
        let cancellation =
            "In a task that has been cancelled, Task.sleep and Task.checkCancellation() throw this error. Other functions that check for cancellation do too."
        let hint =
            isWithoutResult
            ? "Every interleaving fails. Check each thread separately before you look at their order."
            : isOfCancellation
                ? "Code that awaits a task that can be cancelled must expect this error. Catch it where it is safe to leave the work unfinished."
                : "Step through the schedule to see what was different when \(finding.isFailedExpectation ? "the expectation was checked" : "the error was thrown")."
        let isExpectation = finding.isFailedExpectation
        return explanation(
            (isExpectation ? "" : "An error is thrown in this interleaving: ") + SafeText.line(error),
            [isExpectation ? "" : origin ?? "", isOfCancellation ? cancellation : story?.words ?? "", others],
            (story?.locations ?? []) + [finding.task.flatMap { isKnown ? location($0, [finding.place], "throws") : nil }],
            hint: isWithoutResult ? hint : story?.hint ?? hint, isGeneral: story == nil && !isOfCancellation)
    }

    /// Swift has detected two overlapping accesses to one variable, by one thread.
    private func overlapping(_ task: Int, _ stack: [UInt], _ place: Explanation.Location?) -> Explanation {
        explanation(
            "\(name(task).capitalizedFirst) accesses a variable\(at(stack)) while it is still changing it.",
            [
                "A change in place (an `inout` argument, a mutating method, `+=`) has exclusive access to the variable until it has finished. A second access in the meantime, from a function called there, is an overlapping access: Swift stops the program.",
                others(),
            ], [place],
            hint: "Work on a copy and store it at the end, or pass the called function the value that it needs.")
    }

    /// The number by which the explorer reports that the stack was used up.
    private static var stackUsedUp: Int { 16 }

    func leak() -> Explanation {
        if let explained = neverNotified(finding.waiting) { return explained }
        let forgotten = finding.waiting.filter { $0.cause == .continuation }
        let who = Wording.list(forgotten.map { name($0.task) }), listens = forgotten.first?.isListening == true
        let others = finding.waiting.filter { $0.cause != .continuation }
        return explanation(
            listens
                ? "Leak: \(who) wait\(forgotten.count == 1 ? "s" : "") for an element of a stream, but no code will send one or finish the stream."
                : "Leak: \(who) wait\(forgotten.count == 1 ? "s" : "") for a continuation that is never resumed.",
            [
                "Everything else has finished, and no running thread can resume \(forgotten.count == 1 ? "it" : "them"). A task that is never resumed stays in memory with everything that it refers to, and never runs its `defer`s.",
                others.isEmpty
                    ? "" : "\(Wording.list(others.map { name($0.task) }).capitalizedFirst) wait\(others.count == 1 ? "s" : "") for that.",
            ],
            forgotten.map { location($0.task, [$0.place], listens ? "waits for the next element" : "waits to be resumed") }
                + others.flatMap(locations),
            hint: listens
                ? "Call finish() on the stream's continuation after the last element, also on each code path that fails."
                : "Resume every continuation exactly once on every code path: after success, after an error, and if the callback is never called.",
            isGeneral: true)
    }

    func at(_ stack: [UInt]) -> String { source.place(stack) == nil ? "" : " in \(quote(stack))" }

    /// The library whose code trapped; nil if it was the program's own code.
    private var libraryThatTraps: String? {
        log.entries.last { $0.task == finding.task && $0.event == .signalDelivered }?.text
    }

    /// Swift's message when it stopped the program.
    private var message: String? {
        for line in finding.lastWords.split(separator: "\n") {
            let words = SafeText.line(SafeText.withoutAddresses(String(line)))
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

    /// The results of the interleavings that succeed.
    func others() -> String {
        let well = outcomes.filter { $0.isAllowed }
        if well.isEmpty { return "" }
        return "Other interleavings finish, with the result \(either(well.map(\.text)))."
    }

    /// The data races that the finding depends on, which are reported separately.
    var cause: String {
        guard finding.verdict != .race, let causes = finding.causes, !causes.isEmpty else { return "" }
        return "A data race\(variables(of: racesInOrder.filter(causes.contains)).map { " on \($0)" } ?? "") is the likely cause."
    }

    /// Whether a data race is, or can be, the cause.
    var isOfRace: Bool { !(finding.causes ?? finding.races).isEmpty }

    private func hint(_ story: Between?) -> String {
        if isOfRace {
            return "Fix the data race first, which this report describes too. Then explore again: does the outcome still occur?"
        }
        if let story { return story.hint }
        let isAlwaysSo = finding.outcome != nil && isOfAll && outcomes.allSatisfy { !$0.isAllowed }
        return isAlwaysSo
            ? "In every interleaving that has a result, the result is not allowed. So the order of the threads is probably not the cause. Check each thread separately."
            : outcomes.contains(where: \.isAllowed)
                ? "Step through this schedule, and through one with a result that is allowed (its token is in the table). Find the first step in which they differ."
                : "Step through the schedule. Look for steps that belong together, and for a thread that runs between them."
    }
}
