import Explorer

/// A sleep that should give another thread time to finish: it orders nothing.
extension Scene {
    /// One of two racing threads has started the other, has slept then, and relies on that.
    func sleepInsteadOfWait(_ one: ExplorationReport.Access, _ other: ExplorationReport.Access) -> IneffectiveProtection? {
        for (waits, works) in [(one, other), (other, one)] {
            guard let moment = log.entries.lastIndex(where: { $0.isAccess && $0.task == waits.task && $0.places.first == waits.place }),
                let sleep = sleep(of: waits.task, for: works.task, before: moment)
            else { continue }
            return IneffectiveProtection(words: words(waits.task, works.task, sleep), hint: Self.hintForSleep, standsAlone: true)
        }
        return nil
    }

    /// A thread has slept before it read another thread's result, and had started that thread
    /// before.
    func sleptInstead(_ task: Int, of other: Int, before moment: Int) -> String {
        sleep(of: task, for: other, before: moment).map { " " + words(task, other, $0) } ?? ""
    }

    static let hintForSleep =
        "A sleep is not synchronization. Wait until the other thread's work has finished. Use a group's wait(), a semaphore that the work signals at its end, or `await` its task."

    private func words(_ task: Int, _ other: Int, _ sleep: ExecutionRecord.Entry) -> String {
        let place = source.position(sleep.places) == nil ? "" : " in \(quote(sleep.places))"
        return
            "\(name(task).capitalizedFirst) sleeps\(place) to give \(name(other)) time. That orders nothing: however long the sleep is, \(name(other)) can take longer."
    }

    /// The sleep of a thread between its start of another thread and a moment.
    private func sleep(of task: Int, for other: Int, before moment: Int) -> ExecutionRecord.Entry? {
        let who = name(task)
        let started = log.entries[..<moment].firstIndex { starts($0, other) && name($0.task) == who }
        let sleep = log.entries[(started ?? 0)..<moment].last { entry in
            entry.isSleep && name(entry.task) == who && source.position(entry.places)?.text.contains("sleep") ?? true
        }
        guard let sleep, started != nil || startsThread(other, above: sleep) else { return nil }
        return sleep
    }

    /// Whether a thread is started in the lines above a sleep: no event records which thread
    /// started a thread.
    private func startsThread(_ task: Int, above sleep: ExecutionRecord.Entry) -> Bool {
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

    /// Whether work is started there: submitted as an item, created as a thread or as a Swift task.
    private func starts(_ entry: ExecutionRecord.Entry, _ task: Int) -> Bool {
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
