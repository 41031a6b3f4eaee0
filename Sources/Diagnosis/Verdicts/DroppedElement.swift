import Explorer

extension Scene {
    /// A stream whose buffer has a limit dropped an element, because its consumer had not asked for it yet; nil if that is not certain.
    ///
    /// The limit is known if the program's files name exactly one.
    var droppedElement: Between? {
        guard !isOfRace, let policy = source.bufferingPolicy else { return nil }
        var buffered: [UInt64: [Int]] = [:], waits: Set<UInt64> = []
        for (index, entry) in log.entries.enumerated() {
            if entry.event == .note, entry.text == ExecutionRecord.Entry.asksStream, source.position(entry.places) == nil {
                if buffered[entry.object, default: []].isEmpty { waits.insert(entry.object) } else { buffered[entry.object]?.removeFirst() }
            }
            guard entry.event == .lockAcquired, let place = source.position(entry.places), place.text.contains(/\.yield\(/) else {
                continue
            }
            if waits.remove(entry.object) != nil { continue }
            buffered[entry.object, default: []].append(index)
            guard let all = buffered[entry.object], all.count > policy.limit else { continue }
            if dependsOnOrder, !isOfConsumer(entry) { return nil }
            return dropped(policy.isNewest ? all[0] : index, by: policy.isNewest ? index : all[0], of: entry.object, policy)
        }
        return nil
    }

    /// Whether the order of a sender and of the stream's consumer decides.
    private func isOfConsumer(_ sends: ExecutionRecord.Entry) -> Bool {
        let asks = log.entries.first { $0.event == .note && $0.text == ExecutionRecord.Entry.asksStream && $0.object == sends.object }
        let tasks = Set([sends.task, asks?.task ?? sends.task])
        return (finding.deciding ?? []).contains { Set([$0.earlier.task, $0.later.task]) == tasks }
    }

    private func dropped(_ lost: Int, by other: Int, of stream: UInt64, _ policy: SourceIndex.BufferingPolicy) -> Between {
        let yields = log.entries[max(lost, other)], gone = log.entries[lost]
        let consumer = log.entries.first { $0.event == .note && $0.text == ExecutionRecord.Entry.asksStream && $0.object == stream }
        let line = consumer.flatMap { iteration(of: $0.task) }
        let who = consumer.map { name($0.task) } ?? "the consumer"
        let takes = line.map { "`\($0.text)` (\(source.words($0)))" } ?? "its loop"
        let count = policy.limit == 1 ? "one element" : "\(policy.limit) elements"
        return Between(
            words:
                "\(name(yields.task).capitalizedFirst) sends an element in \(quote(yields.places)) before \(who) has taken an earlier one in \(takes). The buffer of the stream has room for \(count) (`\(policy.text)`), so the element of \(quote(gone.places)) is dropped.",
            locations: [
                location(yields.task, yields.places, "sends an element, and the buffer is full"),
                line.map { position in
                    Explanation.Location(
                        task: who, file: position.file.name, line: position.line, what: "takes elements of the stream, too late",
                        source: position.text, callers: [])
                },
            ],
            hint:
                "If each element is needed, use `.unbounded`, the default. A limit is right only where an old element is worth nothing after a newer one."
        )
    }
}

extension SourceIndex {
    /// How many elements a stream keeps for its consumer.
    struct BufferingPolicy {
        var text: String
        var isNewest: Bool
        var limit: Int
    }

    /// The only limit that the files give to a stream's buffer; nil if there is none, or several.
    var bufferingPolicy: BufferingPolicy? {
        let lines = files.values.flatMap { file in file.lines.indices.map { file.line($0 + 1) } }.filter { !$0.hasPrefix("//") }
        let found = lines.compactMap { $0.firstMatch(of: /\.buffering(Newest|Oldest)\((\d+)\)/) }
        guard found.count == 1, let limit = Int(found[0].2) else { return nil }
        return BufferingPolicy(text: String(found[0].0), isNewest: found[0].1 == "Newest", limit: limit)
    }
}
