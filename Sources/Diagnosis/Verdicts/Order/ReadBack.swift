import Explorer
import Trace

extension Scene {
    /// A thread changes an atomic variable and reads it in a second step to learn the new value,
    /// and another thread changes it in between; nil if there is none.
    ///
    /// Both run the same code: else the reader might wait for the other's change. Between its two
    /// steps the reader does not wait.
    var readBack: Between? {
        var own: [UInt64: [Int: ExecutionRecord.Entry]] = [:], between: [UInt64: [Int: ExecutionRecord.Entry]] = [:]
        for entry in log.entries {
            if [.waitBegan, .lockAcquired, .itemBegan, .itemEnded].contains(entry.event) {
                for word in own.keys { own[word]?[entry.task] = nil }
            }
            guard entry.event == .memoryAtomic else { continue }
            let word = entry.object
            if entry.looks {
                if let change = own[word]?[entry.task], let other = between[word]?[entry.task],
                    let story = readBack(change, other, entry)
                {
                    return story
                }
                own[word]?[entry.task] = nil
            } else {
                for (task, change) in own[word] ?? [:] where task != entry.task && change.places.first == entry.places.first {
                    if between[word]?[task] == nil { between[word, default: [:]][task] = entry }
                }
                own[word, default: [:]][entry.task] = entry
                between[word]?[entry.task] = nil
            }
        }
        return nil
    }

    private func readBack(_ change: ExecutionRecord.Entry, _ other: ExecutionRecord.Entry, _ look: ExecutionRecord.Entry) -> Between? {
        guard let first = source.innermost(change.places), let last = source.innermost(look.places), first.function == last.function,
            first.position.line <= last.position.line
        else { return nil }
        // (An object of Foundation has no name in the program: "a DateFormatter".)
        let variable = source.name(of: look) ?? "the atomic variable", isOfLibrary = variable.hasPrefix("a "), who = name(look.task),
            another = name(other.task)
        return Between(
            words:
                "\(who.capitalizedFirst) changes \(variable) in \(quote(change.places)), and reads it in a second step, in \(quote(look.places)). In between \(another) changes it too, in \(quote(other.places)). So \(who) reads the value of \(another), and not its own. \(isOfLibrary ? "The two calls are not one step" : "Each of these accesses is atomic, but the sequence is not").",
            locations: [
                location(change.task, change.places, "changes \(variable)"), location(other.task, other.places, "changes \(variable)"),
                location(look.task, look.places, "reads \(variable)"),
            ],
            hint: isOfLibrary
                ? "Give each block \(variable) of its own, or put both lines under one lock."
                : "Use the value that the change itself returns: add(_:ordering:) returns the old value and the new one, and exchange(_:ordering:) returns the old one."
        )
    }
}
