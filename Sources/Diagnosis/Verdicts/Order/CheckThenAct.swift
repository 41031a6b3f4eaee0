import Explorer

extension Scene {
    /// A thread checks an atomic variable and then changes it in one atomic step, in the same function. Between the two, another
    /// thread changed it: no update is lost, but the check is out of date. nil if there is no such pair.
    ///
    /// A compareExchange makes its own check, so it is left out.
    var checkedTooEarly: Between? {
        guard !isOfRace else { return nil }
        for act in log.entries.indices {
            let entry = log.entries[act], who = name(entry.task)
            guard entry.event == .memoryAtomic, entry.detail & 0xFF == 2, let own = source.innermost(entry.places),
                !own.position.text.contains("xchange(")
            else { continue }
            func uses(_ index: Int) -> Bool { log.entries[index].event == .memoryAtomic && log.entries[index].object == entry.object }
            let check = log.entries[..<act].lastIndex { $0.event == .memoryAtomic && $0.object == entry.object && name($0.task) == who }
            guard let check, log.entries[check].looks, let first = source.innermost(log.entries[check].places),
                first.function == own.function,
                let change = (check..<act).first(where: { uses($0) && !log.entries[$0].looks })
            else { continue }
            return checkedTooEarly(log.entries[check], log.entries[change], entry)
        }
        return nil
    }

    private func checkedTooEarly(
        _ check: ExecutionRecord.Entry, _ change: ExecutionRecord.Entry, _ act: ExecutionRecord.Entry
    ) -> Between {
        let who = name(act.task), other = name(change.task)
        let variable = source.name(of: act) ?? source.name(of: check) ?? "the atomic variable"
        return Between(
            words:
                "\(who.capitalizedFirst) reads \(variable) in \(quote(check.places)). Then \(other) changes it in \(quote(change.places)), and after that \(who) changes it in \(quote(act.places)). Each of these steps is atomic, so no update is lost. But the check is out of date when \(who) acts on it (check-then-act).",
            locations: [
                location(check.task, check.places, "reads \(variable)"), location(change.task, change.places, "changes \(variable)"),
                location(act.task, act.places, "changes \(variable)"),
            ],
            hint:
                "Make the check and the change one step: compareExchange in a loop, which changes the value only if it is still the one that was checked. Or hold a lock from the check to the change."
        )
    }
}
