import Explorer

/// A sleep by which a task hopes that another is through: it orders nothing.
extension Scene {
    /// One of two that race has started the other, has slept then, and relies on that.
    func sleepInsteadOfWait(_ one: ExplorationReport.Access, _ other: ExplorationReport.Access) -> FalseProtection? {
        for (waits, works) in [(one, other), (other, one)] {
            guard let moment = log.entries.lastIndex(where: { $0.isAccess && $0.task == waits.task && $0.places.first == waits.place }),
                let sleep = sleep(of: waits.task, for: works.task, before: moment)
            else { continue }
            return FalseProtection(words: words(waits.task, works.task, sleep), hint: Self.hintForSleep, standsAlone: true)
        }
        return nil
    }

    /// That a task has slept before it looked at what another does, which it had started before.
    func sleptInstead(_ task: Int, of other: Int, before moment: Int) -> String {
        sleep(of: task, for: other, before: moment).map { " " + words(task, other, $0) } ?? ""
    }

    static let hintForSleep =
        "A sleep is not synchronization. Wait for the other's work itself: a group's wait(), a semaphore that it signals at its end, or `await` of its task."

    private func words(_ task: Int, _ other: Int, _ sleep: Chronicle.Entry) -> String {
        let place = source.position(sleep.places) == nil ? "" : " in \(quote(sleep.places))"
        return
            "\(name(task).capitalizedFirst) sleeps\(place) to give \(name(other)) time. That orders nothing: however long the sleep is, \(name(other)) can be held up for longer."
    }

    /// The sleep of a task between its start of another and a moment.
    private func sleep(of task: Int, for other: Int, before moment: Int) -> Chronicle.Entry? {
        let who = name(task)
        let started = log.entries[..<moment].firstIndex { starts($0, other) && name($0.task) == who }
        let sleep = log.entries[(started ?? 0)..<moment].last { entry in
            entry.isSleep && name(entry.task) == who && source.position(entry.places)?.text.contains("sleep") ?? true
        }
        guard let sleep, started != nil || startsThread(other, above: sleep) else { return nil }
        return sleep
    }

    /// Whether a thread is started in the lines above a sleep: no event tells where a thread comes from.
    private func startsThread(_ task: Int, above sleep: Chronicle.Entry) -> Bool {
        guard log.names.indices.contains(task), log.names[task].hasPrefix("thread"), let place = source.position(sleep.places) else {
            return false
        }
        for number in stride(from: place.line - 1, to: max(place.line - 30, 0), by: -1) {
            let text = place.file.line(number)
            if [".start()", "detachNewThread", "pthread_create("].contains(where: text.contains) { return true }
            if text.contains("func ") { return false }
        }
        return false
    }

    /// Whether a task is started there: handed over as an item, made as a thread or as a Swift task.
    private func starts(_ entry: Chronicle.Entry, _ task: Int) -> Bool {
        switch entry.event {
        case .itemEnqueued:
            entry.isOfSwiftTask ? entry.extra > 0 && name(task) == nameOfSwiftTask(entry.extra) : entry.object == UInt64(task + 1)
        case .taskCreated: entry.text == name(task)
        default: false
        }
    }

    private func nameOfSwiftTask(_ number: UInt64) -> String? {
        log.entries.first { $0.event == .taskCreated && $0.object == number }?.text
    }
}
