import Explorer
import Trace

extension Scene {
    /// A block or an operation had begun before it was cancelled, so the cancellation did not stop it; nil if there is no such case.
    ///
    /// - Note: the order of the two must be possible in both ways, and what decides must be an order of these two threads.
    var cancelledTooLate: Between? {
        // (A block that looks whether it is cancelled can still be too early with its look: then that is told.)
        let looks = (finding.deciding ?? []).contains { source.position(stack($0.earlier))?.text.contains("isCancelled") == true }
        guard !isOfRace, !looks else { return nil }
        for (moment, cancel) in log.entries.enumerated() where [.itemCancelled, .operationCancelled].contains(cancel.event) {
            guard source.position(cancel.places) != nil,
                let begin = log.entries[..<moment].lastIndex(where: { $0.event == .itemBegan && $0.object == cancel.object }),
                let item = log.entries[..<begin].last(where: { $0.event == .itemEnqueued && $0.object == cancel.object }),
                log.entries[begin].task != cancel.task, dependsOnOrder, mayDecide(begin, before: moment), !isAlways(begin, before: moment)
            else { continue }
            let who = name(log.entries[begin].task), what = cancel.event == .operationCancelled ? "operation" : "work item"
            return Between(
                words:
                    "\(who.capitalizedFirst) had begun before \(name(cancel.task)) cancelled it in \(quote(cancel.places)). A cancellation keeps a\(what == "operation" ? "n" : "") \(what) from beginning. One that has begun continues to its end.",
                locations: [
                    location(item.task, item.places, "submits the \(what)"),
                    location(cancel.task, cancel.places, "cancels it, after it has begun"),
                ],
                hint:
                    "Let the \(what) find out that it is out of date: right before its change, and under the lock of what it changes, it looks at a number (or at `isCancelled`) that the newer request sets under the same lock."
            )
        }
        return nil
    }

    /// A Swift task, or a child of it, had passed its only look at the cancellation when that came; nil if there is no such case.
    var taskCancelledTooLate: Between? {
        guard !isOfRace, let look = lookOfTasks else { return nil }
        for order in finding.deciding ?? [] {
            guard let moment = entry(of: order.later), log.entries[moment].event == .taskCancelled else { continue }
            let cancel = log.entries[moment], tasks = family(of: cancel.object)
            let act = log.entries[..<moment].first { entry in
                guard tasks.contains(name(entry.task)), entry.isAccess || entry.event == .lockAcquired,
                    let place = source.position(entry.places)
                else { return false }
                return place.file.path == look.file.path && place.line > look.line && place.line - look.line < 20
            }
            guard let act, source.position(cancel.places) != nil else { continue }
            let who = name(act.task)
            return Between(
                words:
                    "\(step(cancel.task, cancel.places).capitalizedFirst) came only after \(who) had looked in `\(look.text)` (\(source.words(look))). A cancellation does not stop work that has passed its check, so \(who) went on to \(quote(act.places)).",
                locations: [
                    Explanation.Location(
                        task: who, file: look.file.name, line: look.line, what: "looks, and is not cancelled", source: look.text,
                        callers: []),
                    location(act.task, act.places, "goes on"), location(cancel.task, cancel.places, "cancels it, too late"),
                ],
                hint:
                    "A cancellation does not stop work that has passed its check. Check again next to the change, under the lock of the result. Or wait until the work has ended before you use the result."
            )
        }
        return nil
    }

    /// The names of a Swift task and of the tasks that it made, directly or through others.
    private func family(of task: UInt64) -> Set<String> {
        var numbers: Set<UInt64> = [task], names: Set<String> = []
        for entry in log.entries where entry.event == .taskCreated {
            guard numbers.contains(entry.object) || names.contains(name(entry.task)), let made = entry.text else { continue }
            numbers.insert(entry.object)
            names.insert(made)
        }
        return names
    }

    /// The only line of the program in which a Swift task looks whether it is cancelled.
    private var lookOfTasks: SourceIndex.Position? {
        let looks = source.lines(containing: "Task.isCancelled") + source.lines(containing: "Task.checkCancellation()")
        return looks.count == 1 ? looks[0] : nil
    }

    /// The cancellation of an asynchronous operation before its `start()`, which has then returned without a sign of its end.
    /// - Parameter name: of the operation.
    func cancelledBeforeStart(_ name: String) -> Between? {
        for (moment, cancel) in log.entries.enumerated() where cancel.event == .operationCancelled && source.position(cancel.places) != nil
        {
            guard log.entries.contains(where: { $0.event == .operationAdded && $0.object == cancel.object && ($0.text ?? "") == name }),
                !log.entries[..<moment].contains(where: { $0.event == .itemBegan && $0.object == cancel.object }),
                let returned = log.entries.first(where: { $0.event == .operationReturned && $0.object == cancel.object })
            else { continue }
            let looks = lookAtCancellation
            return Between(
                words:
                    "\(self.name(cancel.task).capitalizedFirst) cancelled operation \(name) in \(quote(cancel.places)) before the operation began. A queue also starts an operation that is cancelled. Its start() has returned\(looks.map { " (it looks at `isCancelled` in `\($0.text)`, \(source.words($0)))" } ?? ""), and it has not announced that it is finished.",
                locations: [
                    location(cancel.task, cancel.places, "cancels the operation before it begins"),
                    looks.map {
                        Explanation.Location(
                            task: self.name(returned.task), file: $0.file.name, line: $0.line, what: "finds that it is cancelled",
                            source: $0.text, callers: [])
                    },
                ],
                hint:
                    "An operation that overrides start() must also finish if it is cancelled before it begins: where `isCancelled` is true, let start() set `isFinished` and call didChangeValue(forKey: \"isFinished\") before it returns."
            )
        }
        return nil
    }

    /// The line in which the only start() of the program looks whether it is cancelled.
    private var lookAtCancellation: SourceIndex.Position? {
        let starts = source.lines(containing: "override func start()")
        return starts.count == 1 ? source.rest(of: starts[0])?.first { $0.text.contains("isCancelled") } : nil
    }
}
