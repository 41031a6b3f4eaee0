import Explorer

/// What traps because it was done before.
extension Scene {
    /// A Mutex that its holder takes again.
    func lockedAgain(_ task: Int, _ stack: [UInt], _ message: String) -> Explanation {
        // Of several that it has, nobody knows which; one most of the time.
        let own = log.entries.filter { $0.task == task && [.lockAcquired, .lockReleased].contains($0.event) }
        let taken = own.last { taken in own.last { $0.object == taken.object }?.event == .lockAcquired }
        let since = taken.map { ", which it has itself since \(quote($0.places))" } ?? ", which it has itself"
        return explanation(
            "The program traps in \(name(task))\(at(stack)): it takes a Mutex that it has already.",
            [
                "\(name(task).capitalizedFirst) asks for a Mutex in \(quote(stack))\(since). It would wait for itself for ever, so Swift stops the program: “\(message)”."
            ],
            [taken.flatMap { location(task, $0.places, "takes the Mutex") }, location(task, stack, "asks for the same Mutex again")],
            hint:
                "Give the lock back before taking it again, or split the function: one that takes the lock, and one that expects it to be taken."
        )
    }

    /// A continuation that is resumed once more.
    func resumedAgain(_ task: Int, _ stack: [UInt], _ message: String) -> Explanation {
        let resumptions = log.entries.filter { $0.event == .continuationResumed }
        // Where several were resumed, it is not known which of them this one is.
        let before = Set(resumptions.map(\.object)).count == 1 ? resumptions.last : nil
        let first = before.map {
            " \(name($0.task).capitalizedFirst) has resumed it in \(quote($0.places)), and with that the wait was over."
        }
        return explanation(
            "The program traps in \(name(task))\(at(stack)): it resumes a continuation that was resumed before.",
            [
                "A continuation stands for one wait, and may be resumed once.\(first ?? "") Resumed again, it would continue code that has gone on already, so Swift stops the program: “\(message)”.",
                others(),
            ],
            [before.flatMap { location($0.task, $0.places, "resumes the continuation") }, location(task, stack, "resumes it again")],
            hint:
                "Let every way through the code resume it once. Where several callbacks may come (a result, an error, a timeout), let the first one take the continuation out of an optional, under a lock, so that the others find nil."
        )
    }
}
