import Explorer

extension Scene {
    /// A thread calls `sync` in a `deinit`, which runs on the queue itself, because the last reference was released there.
    func waitInDeinit(_ waiting: ExplorationReport.Waiting) -> (words: String, hint: String)? {
        let stack = stack(waiting)
        guard waiting.cause == .queue, waiting.holders.contains(waiting.task),
            let function = stack.lazy.compactMap(source.function).first(where: { $0.hasSuffix(".deinit") || $0.contains(".deinit in ") }),
            let type = function.split(separator: ".").dropLast().last?.split(separator: " ").last
        else { return nil }
        let who = name(waiting.task), queue = TaskNames.queue(waiting.label)
        // (The release by the other thread is a step whose order decides, and the last release is in no line.)
        let other = (finding.deciding ?? []).first { order in
            order.later.task == waiting.task && order.earlier.task != waiting.task && source.position(self.stack(order.earlier)) != nil
                && log.entries.allSatisfy { $0.task != order.earlier.task || $0.places.first != order.earlier.place }
        }
        let before = other.map {
            " Because \(name($0.earlier.task)) released its reference before, in \(quote(self.stack($0.earlier))), \(who) released the last one."
        }
        return (
            "A `deinit` runs on the thread that releases the last reference to an object. Here that is \(who), which runs on \(queue), so the `deinit` of \(type) runs there too and waits for its own queue.\(before ?? "")",
            "Do not call `sync` in a `deinit`: any thread can release the last reference, also a block of that queue. Nothing else can use the object in its `deinit`, so its own variables need no protection there."
        )
    }
}
