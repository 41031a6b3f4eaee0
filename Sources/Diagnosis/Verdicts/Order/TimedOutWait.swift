import Explorer
import Trace

/// A wait that ended because its time limit had passed, in a line that ignores the result.
extension Scene {
    /// The latest such wait before a moment, by one thread or by any; nil if there is none.
    private func ignoredTimeout(of task: Int? = nil, before moment: Int? = nil) -> ExecutionRecord.Entry? {
        let end = moment ?? log.entries.count, who = task.map(name)
        for index in log.entries[..<end].indices.reversed() {
            let entry = log.entries[index]
            guard entry.event == .waitEnded, entry.detail >> 8 & 1 == 1, who.map({ $0 == name(entry.task) }) ?? true, !isCommon(index)
            else { continue }
            let began = log.entries[..<index].last {
                $0.event == .waitBegan && $0.task == entry.task && $0.object == entry.object && $0.detail & 0xFF == entry.detail & 0xFF
            }
            guard let began, let text = source.position(began.places)?.text, Self.ignoresResult(text) else { continue }
            return began
        }
        return nil
    }

    /// Whether a line waits for a limited time and ignores the result.
    private static func ignoresResult(_ text: String) -> Bool {
        guard let call = text.firstMatch(of: /\.(wait\((timeout|wallTimeout|until)|lock\((before|whenCondition)|`?try`?\()/) else {
            return false
        }
        let before = text[..<call.range.lowerBound]
        // The beginning of the statement that contains the call.
        let start = before.lastIndex { "{;".contains($0) }.map { before.index(after: $0) } ?? before.startIndex
        let statement = before[start...].drop { $0 == " " }
        return statement.firstMatch(of: /^_\s*=/) != nil || statement.allSatisfy { $0.isLetter || $0.isNumber || "_.?!".contains($0) }
    }

    private func words(_ wait: ExecutionRecord.Entry) -> String {
        "\(name(wait.task).capitalizedFirst) stopped waiting in \(quote(wait.places)), because the time limit had passed. The line ignores the result of the call, so \(name(wait.task)) continues as if the wait had succeeded. A time limit is the longest time that the caller waits. It does not mean that the others are ready by then."
    }

    private static let hintForTimeout =
        "Check the result of the call: continue only if it says that the wait was successful (`.success` or `true`). Or wait without a time limit."

    /// A wrong result, or a trap, after such a wait.
    var timedOut: Between? {
        guard let wait = ignoredTimeout(of: finding.task) ?? ignoredTimeout() else { return nil }
        let late = comesTooLate(wait).map { step in
            (
                words: " \(self.step(step.task, step.places).capitalizedFirst) came only after that.",
                place: location(step.task, step.places, "comes after the time limit")
            )
        }
        return Between(
            words: words(wait) + (late?.words ?? ""),
            locations: [location(wait.task, wait.places, "stops waiting: the time limit has passed"), late?.place],
            hint: Self.hintForTimeout)
    }

    /// The step for which a thread should have waited, and which came after its time limit: another thread changes a variable that the
    /// thread had read by then. If there is no such change: the signal.
    private func comesTooLate(_ wait: ExecutionRecord.Entry) -> ExecutionRecord.Entry? {
        guard
            let ended = log.entries.lastIndex(where: {
                $0.event == .waitEnded && $0.task == wait.task && $0.object == wait.object && $0.detail >> 8 & 1 == 1
            })
        else { return nil }
        var looks: Set<UInt64> = []
        for entry in log.entries[ended...] where entry.isAccess && source.position(entry.places) != nil {
            if entry.task == wait.task {
                if entry.looks { looks.insert(entry.object & ~7) }
            } else if !entry.looks, looks.contains(entry.object & ~7) {
                return entry
            }
        }
        let signals: [Event.Kind] = [.semaphoreSignalled, .groupLeft, .conditionSignalled, .lockReleased]
        return log.entries[ended...].first {
            $0.task != wait.task && signals.contains($0.event) && $0.object == wait.object && source.position($0.places) != nil
        }
    }

    /// One of two racing threads has stopped waiting before its access.
    func timedOutWait(_ one: ExplorationReport.Access, _ other: ExplorationReport.Access) -> IneffectiveProtection? {
        for (access, partner) in [(one, other), (other, one)] {
            let moment = log.entries.lastIndex { $0.isAccess && $0.task == access.task && $0.places.first == access.place }
            guard let moment, let wait = ignoredTimeout(of: access.task, before: moment),
                // (If the other thread never signals, the wait could not have ordered the two.)
                log.entries.contains(where: { $0.object == wait.object && !$0.isAccess && name($0.task) == name(partner.task) })
            else { continue }
            return IneffectiveProtection(words: words(wait), hint: Self.hintForTimeout, standsAlone: true)
        }
        return nil
    }
}
