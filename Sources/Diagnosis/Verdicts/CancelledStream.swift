import Explorer

extension Scene {
    /// An element of a stream was sent after the cancellation of the consumer, which finishes the stream; nil if there is no such element.
    var sentAfterCancellation: Between? {
        guard !isOfRace, finding.outcome != nil else { return nil }
        for (index, asks) in log.entries.enumerated() where asks.event == .note && asks.text == ExecutionRecord.Entry.asksStream {
            let consumer = name(asks.task), stream = asks.object
            guard let made = log.entries.first(where: { $0.event == .taskCreated && $0.text == consumer }),
                let cancel = log.entries.firstIndex(where: { $0.event == .taskCancelled && $0.object == made.object }),
                source.position(log.entries[cancel].places) != nil,
                // (The cancellation reaches the stream when it comes while the consumer waits, or else when the consumer asks.)
                let ended = log.entries.indices.first(where: { end in
                    let entry = log.entries[end]
                    return end > cancel && entry.event == .lockAcquired && entry.object == stream
                        && (name(entry.task) == consumer || entry.task == log.entries[cancel].task && index < cancel)
                })
            else { continue }
            let sent = log.entries.indices.first { later in
                later > ended && log.entries[later].event == .lockAcquired && log.entries[later].object == stream
                    && source.position(log.entries[later].places)?.text.contains(/\.yield\(/) == true
            }
            guard let sent, !isAlways(ended, before: sent) else { continue }
            let (one, other) = (log.entries[cancel], log.entries[sent])
            return Between(
                words:
                    "\(step(one.task, one.places).capitalizedFirst) came before \(step(other.task, other.places)). The cancellation of \(consumer) finishes the stream, because \(consumer) takes its elements. So an element that is sent after that is lost.",
                locations: [
                    location(one.task, one.places, "cancels \(consumer), and so finishes the stream"),
                    location(other.task, other.places, "sends an element, which is lost"),
                ],
                hint:
                    "If each element is needed, do not cancel the consumer: let the producer call finish(), and await the consumer. If the work must end early, look at the result of yield(): it is `.terminated` if the element was lost."
            )
        }
        return nil
    }
}
