import Explorer

extension Scene {
    /// A dependency was added to an operation that was in its queue already, and the operation began without waiting; nil if there is no such
    /// case.
    ///
    /// The queue can start an operation as soon as it is added. From then on it does not look for new dependencies.
    var dependsTooLate: Between? {
        for (index, added) in log.entries.enumerated() where added.event == .operationDepends && source.position(added.places) != nil {
            guard let submission = log.entries[..<index].firstIndex(where: { $0.event == .itemEnqueued && $0.object == added.object }),
                let begin = log.entries.firstIndex(where: { $0.event == .itemBegan && $0.object == added.object }),
                !log.entries[..<begin].contains(where: { $0.event == .itemEnded && $0.object == added.argument }),
                // (A cancelled operation waits for none of its dependencies.)
                !log.entries[..<begin].contains(where: { $0.event == .operationCancelled && $0.object == added.object })
            else { continue }
            let needed = log.entries.firstIndex { $0.event == .itemBegan && $0.object == added.argument }
            guard mayDecide(begin, before: index) || needed.map({ mayDecide(begin, before: $0) }) ?? false else { continue }
            let add = log.entries[submission], late = name(log.entries[begin].task)
            // (An operation that a thread starts itself has no name of its own.)
            let isNamed = needed.map { log.entries[$0].task != added.task && log.entries[$0].task != 0 } ?? false
            let other = isNamed ? needed.map { name(log.entries[$0].task) } ?? "" : "the operation that it depends on"
            return Between(
                words:
                    "\(late.capitalizedFirst) was in its queue since \(quote(add.places)), before \(name(added.task)) called \(quote(added.places)). A queue can start an operation as soon as it is added. A dependency that is added later does not stop it. So \(late) did not wait for \(other).",
                locations: [
                    location(add.task, add.places, "adds the operation to its queue: it can begin"),
                    location(added.task, added.places, "adds the dependency, too late"),
                ],
                hint: "Call addDependency(_:) for all dependencies of an operation before you add the operation to a queue.")
        }
        return nil
    }
}
