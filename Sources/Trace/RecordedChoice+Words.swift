import Words

extension RecordedChoice {
    /// The contents of such a trace in words: "has only queues and tasks: …"; empty if everything was recorded.
    public var predicates: [String] {
        var predicates: [String] = []
        if kinds.count < Kind.allCases.count {
            let names = Kind.allCases.filter(kinds.contains).map(\.rawValue)
            let others = Kind.allCases.filter { !kinds.contains($0) }.map(\.rawValue)
            predicates.append(
                names.count <= others.count
                    ? "has only \(Wording.list(names)): no other kind of event was recorded (--only)"
                    : "is without \(Wording.list(others)): they were not recorded (--without)")
        }
        if !queues.isEmpty {
            predicates.append(
                "has only items on queues that are called \(Wording.list(queues.map { "\"\($0)\"" })): items on other queues were not recorded (--queues)"
            )
        }
        return predicates
    }

    /// The same in sentences, with what follows for the reader.
    public var sentences: [String] {
        if isAll { return [] }
        return predicates.map { "This trace \($0)." }
            + ["A thread that seems to run can be blocked, and one that seems idle can be busy, with something that was not recorded."]
    }
}
