import Explorer
import Glibc

/// A finding in words that teach: what happened, why, and what to try.
struct FindingWords {
    typealias Location = ExplorationReport.Location

    var kind = ""
    var summary = ""
    var explanation = ""
    var locations: [Location] = []
    var isRefusal = false

    private let tasks: [String]
    private let places: SourcePlaces

    init(_ finding: Exploration<String>.Finding, _ places: SourcePlaces) {
        tasks = finding.tasks
        self.places = places
        switch finding.failure {
        case .race(let one, let other): race(one, other)
        case .trap(let signal, let task, let place): trap(signal, task, place)
        case .deadlock(let waiting): deadlock(waiting)
        case .misuse(let misuse, let task, let place): self.misuse(misuse, task, place)
        case .error(let text):
            kind = "assertion"
            summary = "scenario() failed: \(text)"
            explanation =
                "The function threw this error, or found its outcome not allowed. Replay the token to see the steps that led there."
        case .endless:
            kind = "livelock"
            summary = "An execution came to no end."
            explanation =
                "It made more steps than are allowed for one execution: a loop waits for something that nobody does, or spins until its turn comes."
        case .notModelled(let what, let place):
            isRefusal = true
            let at = places[place]
            summary =
                "The exploration stops at \(what)\(at.line > 0 ? ", called at \(Self.short(at))" : ""): the explorer does not know how that behaves."
        case .notRepeatable:
            isRefusal = true
            summary =
                "The program went another way although the same tasks went next: it depends on something outside, such as memory that an earlier execution changed."
        }
    }

    static func addresses(_ failure: Failure) -> [UInt] {
        switch failure {
        case .race(let one, let other): [one.place, other.place]
        case .trap(_, _, let place), .misuse(_, _, let place), .notModelled(_, let place): [place]
        case .deadlock(let waiting): waiting.map(\.place)
        case .error, .endless, .notRepeatable: []
        }
    }

    private static func short(_ place: SourcePlaces.Place) -> String {
        place.file.isEmpty ? place.function : "\(place.file.split(separator: "/").last.map(String.init) ?? place.file):\(place.line)"
    }

    private func name(_ task: Int) -> String { tasks.indices.contains(task) ? tasks[task] : "task \(task)" }

    private mutating func locate(_ task: Int, _ place: UInt, _ what: String) {
        let found = places[place]
        locations.append(Location(task: name(task), file: found.file, line: found.line, what: what))
    }

    // MARK: kinds

    private mutating func race(_ one: Failure.Access, _ other: Failure.Access) {
        kind = "race"
        func verb(_ access: Failure.Access) -> String {
            (access.isWrite ? "writes" : "reads") + (access.isAtomic ? " atomically" : "")
        }
        let first = Self.short(places[one.place]), second = Self.short(places[other.place])
        summary =
            "\(name(one.task)) \(verb(one)) at \(first) while \(name(other.task)) \(verb(other)) the same memory at \(second), in no order."
        explanation =
            "Nothing makes one of the two come before the other, so either may be seen half done. Let both accesses happen under the same lock, "
            + "on the same serial queue or in the same actor, or let one happen before the other starts."
        locate(one.task, one.place, verb(one))
        locate(other.task, other.place, verb(other))
    }

    private mutating func trap(_ signal: Int, _ task: Int, _ place: UInt) {
        let isCrash = [Int(SIGSEGV), Int(SIGBUS), Int(SIGFPE)].contains(signal)
        kind = isCrash ? "crash" : "assertion"
        let found = places[place]
        let at = found.line > 0 ? " at \(Self.short(found))" : ""
        summary = isCrash ? "\(name(task)) crashed\(at) (signal \(signal))." : "\(name(task)) trapped\(at)."
        explanation =
            isCrash
            ? "It touched memory that is not there, or made an impossible calculation, in this order of things only."
            : "A precondition, an index, an overflow or an unwrapped nil stopped the program in this order of things. Replay the token to see the steps that led there."
        locate(task, place, isCrash ? "crashes" : "traps")
    }

    private mutating func misuse(_ misuse: Failure.Misuse, _ task: Int, _ place: UInt) {
        kind = "misuse"
        let at = Self.short(places[place])
        switch misuse {
        case .unbalancedLeave:
            summary = "\(name(task)) leaves a group at \(at) that nobody has entered."
            explanation =
                "libdispatch stops the program there. A group must be entered before the work is handed over: if the work enters it, or the enter "
                + "comes after `async`, the leave may come first."
        case .overResume:
            summary = "\(name(task)) resumes a queue at \(at) that is not suspended."
            explanation = "libdispatch stops the program there. Each resume needs a suspend before it, in every order of things."
        }
        locate(task, place, misuse == .unbalancedLeave ? "leaves" : "resumes")
    }

    private mutating func deadlock(_ waiting: [Failure.Waiting]) {
        let sleeper = waiting.first { $0.cause == .condition && $0.wasSignalled }
        kind = sleeper == nil ? "deadlock" : "lostWakeup"
        let sentences = waiting.map { "\(name($0.task)) waits \(Self.what($0))\(holders($0))" }
        if let sleeper {
            summary =
                "\(name(sleeper.task)) waits for a signal that was given before it began to wait (\(Self.short(places[sleeper.place])))."
            explanation =
                "A condition remembers nothing. Look at what is waited for under the condition's lock, in a loop: "
                + "`while !ready { condition.wait() }`, and change it under the same lock before signalling."
        } else {
            summary = "Nobody can go on: " + sentences.joined(separator: "; ") + "."
            explanation = advice(waiting)
        }
        for task in waiting { locate(task.task, task.place, "waits \(Self.what(task))") }
    }

    private static func what(_ waiting: Failure.Waiting) -> String {
        switch waiting.cause {
        case .lock: "for a lock"
        case .readLock: "for a lock, to read"
        case .condition: "for a signal"
        case .end: "for the end"
        case .initialiser: "for an initialiser"
        case .queue: "for its turn on queue '\(waiting.label)'"
        case .group: "for a group to be empty"
        case .semaphore: "for a semaphore"
        case .workItem: "for a work item"
        }
    }

    private func holders(_ waiting: Failure.Waiting) -> String {
        if waiting.holders.isEmpty { return "" }
        if waiting.holders == [waiting.task] { return " that it holds itself" }
        let names = waiting.holders.map { $0 == waiting.task ? "itself" : name($0) }.joined(separator: " and ")
        return waiting.cause == .end ? " of \(names)" : " that \(names) holds"
    }

    private func advice(_ waiting: [Failure.Waiting]) -> String {
        if waiting.contains(where: { $0.cause == .queue && $0.holders.contains($0.task) }) {
            return
                "`sync` waits for everything before it on the queue, and what runs there now is the caller itself. Call the code directly, or use `async`."
        }
        // Who waits for what another one holds; whoever waits for their ends only waits with them.
        let holding = waiting.filter { $0.cause != .end && !$0.holders.isEmpty }
        if holding.count > 1 {
            return "Each holds what another one needs. Take locks, and wait for queues, in the same order everywhere."
        }
        if waiting.contains(where: { $0.cause == .semaphore }) {
            return "Every wait needs a signal on every way through the work, or the semaphore a larger first value."
        }
        if waiting.contains(where: { $0.cause == .group }) {
            return
                "Every enter needs a leave on every way through the work: an early return or a callback that never comes leaves the group full."
        }
        if waiting.contains(where: { $0.cause == .condition }) { return "Nobody is left to give the signal." }
        return "Each holds what another one needs. Take locks, and wait for queues, in the same order everywhere."
    }
}
