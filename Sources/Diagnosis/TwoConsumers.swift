import Explorer

extension Scene {
    /// Two tasks that take the elements of one asynchronous stream.
    ///
    /// A stream has a lock of its own. So two tasks that take the same lock where they ask for an element ask the same stream; unless the first stream is
    /// gone, and the second lies where it lay.
    var twoConsumers: Between? {
        guard !isOfRace else { return nil }
        var last: [UInt64: (moment: Int, entry: Chronicle.Entry)] = [:], sent: [UInt64: Int] = [:]
        for (moment, entry) in log.entries.enumerated() where entry.event == .lockAcquired {
            guard let text = source.position(entry.places)?.text else { continue }
            if [".yield(", ".finish("].contains(where: text.contains) { sent[entry.object] = moment }
            guard ["for await ", "for try await ", ".next("].contains(where: text.contains) else { continue }
            if let other = last[entry.object], name(other.entry.task) != name(entry.task),
                (sent[entry.object] ?? 0) < other.moment || asksAgain(other.entry, after: moment)
            {
                return consumers(other.entry, entry)
            }
            last[entry.object] = (moment, entry)
        }
        return nil
    }

    private func asksAgain(_ entry: Chronicle.Entry, after moment: Int) -> Bool {
        log.entries[moment...].contains {
            $0.event == .lockAcquired && $0.object == entry.object && name($0.task) == name(entry.task)
        }
    }

    private func consumers(_ one: Chronicle.Entry, _ other: Chronicle.Entry) -> Between {
        Between(
            words:
                "\(name(one.task).capitalizedFirst) and \(name(other.task)) take the elements of the same stream, in \(quote(one.places))\(quote(one.places) == quote(other.places) ? "" : " and \(quote(other.places))"). A stream gives each element to one of them only: the one that asks first. It does not send every element to both.",
            locations: [
                location(one.task, one.places, "takes elements of the stream"),
                location(other.task, other.places, "takes elements of the same stream"),
            ],
            hint:
                "Let one task iterate over the stream and hand on what the others need, or make one stream for each consumer and yield every element to all of them."
        )
    }
}
