/// An actor with Swift's own executor.
public actor Journal {
    public private(set) var entries: [String] = []
    private let completion: Completion?

    public init(_ completion: Completion?) { self.completion = completion }

    func write(_ entry: String) {
        entries.append(entry)
        completion?.entryIsThere()
    }

    /// The tasks belong to this actor. So they are queued on it in this order, while this method runs.
    func writeBoth() {
        Task(name: "low", priority: .low) { write("low") }
        Task(name: "high", priority: .high) { write("high") }
    }
}

/// Returns the entries in their order.
public func fillJournal() async -> [String] {
    let completion = Completion(entries: 2), journal = Journal(completion)
    await journal.writeBoth()
    await completion.wait()
    return await journal.entries
}

/// The same with three tasks.
extension Journal {
    func writeThree() {
        Task(name: "low", priority: .low) { write("low") }
        Task(name: "first", priority: .high) { write("first") }
        Task(name: "second", priority: .high) { write("second") }
    }
}

public func fillJournalWithThree() async -> [String] {
    let completion = Completion(entries: 3), journal = Journal(completion)
    await journal.writeThree()
    await completion.wait()
    return await journal.entries
}
