import Explorer

extension Scene {
    /// The program collects the results of a task group in an order that the group does not
    /// promise: a task that was added later finishes earlier. nil if there is no such case.
    var resultsInOtherOrder: Between? {
        guard !isOfRace, !isOfAll || outcomes.contains(where: \.isAllowed) else { return nil }
        let added = log.entries.filter { entry in
            entry.event == .taskCreated && source.position(entry.places)?.text.contains(".addTask") == true
        }
        guard added.count > 1, collectsResults(added) else { return nil }
        let addition = Dictionary(added.lazy.map { ($0.object, $0) }, uniquingKeysWith: { first, _ in first })
        var ends: [(task: ExecutionRecord.Entry, moment: Int)] = []
        for (moment, entry) in log.entries.enumerated() where entry.event == .taskEnded {
            if let task = addition[entry.object] { ends.append((task, moment)) }
        }
        // The first one of those that end later, for each thread that adds tasks: mostly nothing is overtaken.
        var first: [Int: UInt64] = [:]
        let isOvertaking = ends.reversed().map { end in
            let earliest = first[end.task.task] ?? .max
            first[end.task.task] = min(earliest, end.task.object)
            return earliest < end.task.object
        }
        for (position, later) in ends.enumerated() where isOvertaking[ends.count - 1 - position] {
            let overtaken = ends[(position + 1)...].first { earlier in
                earlier.task.task == later.task.task && earlier.task.object < later.task.object
                    && !isAlways(later.moment, before: earlier.moment)
            }
            guard let overtaken, let first = overtaken.task.text, let second = later.task.text else { continue }
            return Between(
                words:
                    "A task group gives the results in the order in which its tasks finish, not in the order in which they were added. Here \(second) finishes before \(first), although \(first) was added first.",
                locations: [
                    location(overtaken.task.task, overtaken.task.places, "adds \(first)"),
                    location(later.task.task, later.task.places, "adds \(second)"), taking(by: later.task),
                ],
                hint:
                    "Let each task return its position together with its result. Then put the results in order at the end, or store them in a dictionary by position."
            )
        }
        return nil
    }

    /// The line after an addition that takes the results one by one.
    private func taking(by addition: ExecutionRecord.Entry) -> Explanation.Location? {
        guard let added = source.position(addition.places) else { return nil }
        let line = (added.line...added.line + 20).first { line in Self.takers.contains(where: added.file.line(line).contains) }
        return line.map {
            Explanation.Location(
                task: name(addition.task), file: added.file.name, line: $0, what: "takes the results as the tasks finish",
                source: added.file.line($0), callers: [])
        }
    }

    private static let takers = ["for await ", "for try await ", ".next()", ".reduce("]

    /// Whether a file in which tasks are added takes the results of a task group one by one. Each file is read once.
    private func collectsResults(_ added: [ExecutionRecord.Entry]) -> Bool {
        var read: Set<String> = []
        return added.contains { entry in
            guard let file = source.position(entry.places)?.file, read.insert(file.path).inserted else { return false }
            return file.lines.contains { line in Self.takers.contains(where: line.contains) }
        }
    }
}
