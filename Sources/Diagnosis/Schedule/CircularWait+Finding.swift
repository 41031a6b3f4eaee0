import Explorer
import Schedules

extension TableMaker {
    /// The circle of a deadlock: threads that wait for each other, or one that waits for itself. nil if there is none, or if it is not known
    /// where each thread got what it holds.
    func circle() -> CircularWait? {
        guard scene.finding.verdict == .deadlock else { return nil }
        let cycle = Scene.cycle(scene.waitingForHolders)
        // (A thread that waits for a second permit waits for the others too, which have the remaining permits.)
        if cycle.count == 1, scene.heldPermits(scene.waitingForHolders) != nil { return nil }
        let links = cycle.indices.compactMap { index -> CircularWait.Link? in
            let own = cycle[index], other = cycle[(index + cycle.count - 1) % cycle.count]
            guard let wanted = target(of: own), let held = holding(wantedBy: other), let here = place(scene.stack(own)) else { return nil }
            let since = scene.taken(by: own.task, other).flatMap { place($0.places) }
            // The main thread has the main queue from the beginning.
            guard since != nil || own.task == 0 && held == "runs the main queue" else { return nil }
            return .init(thread: name(own.task), holds: held, heldSince: since, wants: "wants \(wanted)", waitsAt: here)
        }
        return links.count == cycle.count ? CircularWait(links: links) : nil
    }

    /// The thing that a thread waits for: "lock 1", "its turn on queue “a”".
    private func target(of waiting: ExplorationReport.Waiting) -> String? {
        switch waiting.cause {
        case .lock, .readLock:
            let object = scene.object(of: waiting)
            return locks.first { $0.lock == object }?.name
        case .semaphore: return scene.object(of: waiting).flatMap { semaphores[$0] }
        case .queue: return "its turn on \(TaskNames.queue(waiting.label))"
        case .initialiser: return "the end of that first use"
        default: return nil
        }
    }

    /// The thing that a thread waits for, as another one has it: "holds lock 1", "runs on queue “a”".
    private func holding(wantedBy waiting: ExplorationReport.Waiting) -> String? {
        if waiting.cause == .initialiser { return "is in the first use of a variable" }
        guard waiting.cause == .queue else { return target(of: waiting).map { "holds \($0)" } }
        let queue = TaskNames.queue(waiting.label)
        return queue == "the main queue" ? "runs \(queue)" : "runs on \(queue)"
    }

    /// The names of the semaphores: of their variables, with a number if several have one name. Others have a number in the order in which
    /// they were made. The steps have the same names.
    var semaphores: [UInt64: String] {
        let made = scene.log.entries.filter { $0.event == .semaphoreCreated }.map(\.object)
        let names = made.map { semaphore in
            let calls = scene.log.entries.filter { $0.object == semaphore && [.waitBegan, .semaphoreSignalled].contains($0.event) }
            let names = Set(calls.map { scene.source.receiver($0.places, of: ["wait", "signal"]) ?? "" })
            return names.count == 1 ? names.first ?? "" : ""
        }
        let shown = names.enumerated().map { index, name in
            if name.isEmpty { return "semaphore \(index + 1)" }
            return names.count { $0 == name } == 1 ? name : "\(name) \(names[...index].count { $0 == name })"
        }
        return Dictionary(zip(made, shown), uniquingKeysWith: { first, _ in first })
    }

    private func place(_ stack: [UInt]) -> CircularWait.Place? {
        scene.source.statement(stack).map { .init(file: $0.file.name, line: $0.line) }
    }
}
