import Explorer

extension Scene {
    /// The thread that has released the object, when a thread traps because of an unowned reference
    /// to a destroyed object, or because of a weak reference that is nil.
    /// - Parameter message: Swift's message.
    func releasedObject(_ message: String?) -> Between? {
        guard let message, let task = finding.task else { return nil }
        let isUnowned = message.contains("unowned reference")
        guard isUnowned || message.contains("while unwrapping an Optional") && source.contains("weak ") else { return nil }
        let releases = log.entries.indices.filter {
            log.entries[$0].event == .note && log.entries[$0].text == ExecutionRecord.lastRelease
                && source.position(log.entries[$0].places) != nil
                && !isCommonBefore($0, task)
        }
        // With several objects, it is not known which one it was.
        guard Set(releases.map { log.entries[$0].object }).count == 1, let release = releases.last.map({ log.entries[$0] }) else {
            return nil
        }
        let who = name(release.task), reader = name(task)
        let effect =
            isUnowned
            ? "An `unowned` reference does not keep its object alive. If the reference is used when the object is gone, Swift traps."
            : "A `weak` reference does not keep its object alive. It is nil as soon as the object is gone."
        let hint =
            isUnowned
            ? "Capture the object strongly if the work needs it. Or use `[weak self]` and `guard let self else { return }`."
            : "Read a weak reference once, into a strong one: `if let view = controller.view { … }`. The object then lives until the end of the block."
        return Between(
            words:
                "\(who.capitalizedFirst) releases the last reference to an object in \(quote(release.places)), before \(reader) has finished with it. So the object is gone when \(reader) uses it. \(effect)",
            locations: [location(release.task, release.places, "releases the last reference to an object")], hint: hint)
    }

    /// Whether executions with an allowed outcome also have this release before the last step of
    /// the trapping thread.
    private func isCommonBefore(_ release: Int, _ task: Int) -> Bool {
        guard let last = log.entries.lastIndex(where: { $0.task == task && $0.event != .signalDelivered }), release < last else {
            return false
        }
        return isAlways(release, before: last)
    }
}

extension SourceIndex {
    /// Whether words occur in any of the files.
    func contains(_ words: String) -> Bool { files.values.contains { $0.lines.contains { $0.contains(words) } } }
}
