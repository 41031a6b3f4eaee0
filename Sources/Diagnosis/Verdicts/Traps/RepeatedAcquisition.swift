import Explorer

/// Traps caused by an action that was done before.
extension Scene {
    /// A Mutex that its holder acquires again.
    func lockedAgain(_ task: Int, _ stack: [UInt], _ message: String) -> Explanation {
        // With several Mutexes held, it is not known which one; most of the time there is one.
        let own = log.entries.filter { $0.task == task && [.lockAcquired, .lockReleased].contains($0.event) }
        let taken = own.last { taken in own.last { $0.object == taken.object }?.event == .lockAcquired }
        let since = taken.map { ", which it has held since \(quote($0.places))" } ?? ", which it already holds"
        return explanation(
            "The program traps in \(name(task))\(at(stack)): it acquires a Mutex that it already holds.",
            [
                "\(name(task).capitalizedFirst) acquires a Mutex in \(quote(stack))\(since). It would wait for itself for ever, so Swift stops the program: “\(message)”."
            ],
            [taken.flatMap { location(task, $0.places, "acquires the Mutex") }, location(task, stack, "acquires the same Mutex again")],
            hint:
                "Release the lock before you acquire it again. Or split the function in two: one that acquires the lock, and one that expects the caller to hold it."
        )
    }

    /// A continuation that is resumed a second time.
    func resumedAgain(_ task: Int, _ stack: [UInt], _ message: String) -> Explanation {
        let resumptions = log.entries.filter { $0.event == .continuationResumed }
        // If several were resumed, it is not known which one this is.
        let before = Set(resumptions.map(\.object)).count == 1 ? resumptions.last : nil
        let first = before.map {
            " \(name($0.task).capitalizedFirst) has resumed it in \(quote($0.places)), and the wait was over then."
        }
        var told = explanation(
            "The program traps in \(name(task))\(at(stack)): it resumes a continuation that was resumed before.",
            [
                "A continuation stands for one wait, and must be resumed once.\(first ?? "") A second resume would continue code that has already continued, so Swift stops the program: “\(message)”.",
                others(),
            ],
            [before.flatMap { location($0.task, $0.places, "resumes the continuation") }, location(task, stack, "resumes it again")],
            hint:
                "Resume it exactly once on every code path. If several callbacks can come (a result, an error, a timeout), let the first one take the continuation out of an optional, under a lock. The others then find nil."
        )
        told.isKnownOnlyInPart = dependsOnOrder
        return told
    }
}
