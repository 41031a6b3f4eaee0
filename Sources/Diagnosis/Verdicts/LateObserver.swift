import Explorer

extension Scene {
    /// A thread had begun to call the observers of a notification when another thread removed one of them, and the removed observer was
    /// called after that; nil if it is not so.
    var calledAfterRemoval: Between? {
        func calls(_ entry: ExecutionRecord.Entry, _ method: String) -> Bool {
            entry.text == "a NotificationCenter" && source.position(entry.places)?.text.contains(method) == true
        }
        for (index, posts) in log.entries.enumerated() where calls(posts, ".post(") {
            let end = log.entries[index...].dropFirst().firstIndex { $0.task == posts.task && $0.text == "a NotificationCenter" }
            let later = log.entries[index..<(end ?? log.entries.count)]
            guard let removal = later.firstIndex(where: { $0.task != posts.task && calls($0, ".removeObserver(") }),
                let observer = later[removal...].first(where: { isCalled($0, by: posts) }), mayDecide(index, before: removal)
            else { continue }
            let removes = log.entries[removal], who = name(posts.task)
            return Between(
                words:
                    "\(who.capitalizedFirst) called post() in \(quote(posts.places)) before \(name(removes.task)) removed the observer in \(quote(removes.places)). removeObserver() does not wait for a notification that is under way: the observer runs after that, in \(quote(observer.places)).",
                locations: [
                    location(posts.task, posts.places, "begins to call the observers"),
                    location(removes.task, removes.places, "removes the observer"),
                    location(observer.task, observer.places, "runs in the removed observer"),
                ],
                hint:
                    "Let the observer look at a flag, under the same lock as the code that sets it: the observer can still run after removeObserver(). Or post and remove on one queue."
            )
        }
        return nil
    }

    /// Whether a step is made in an observer that a call of post() calls.
    private func isCalled(_ entry: ExecutionRecord.Entry, by posts: ExecutionRecord.Entry) -> Bool {
        guard entry.task == posts.task, let own = source.innermost(posts.places), let place = source.innermost(entry.places),
            place.position.line != own.position.line || place.position.file.path != own.position.file.path
        else { return false }
        // (A stack that comes out of a library need not have the line of its call.)
        let function = posts.places.lazy.filter { source.position([$0]) != nil }.compactMap(source.function).first
        let callers = entry.places.filter { source.function($0) == function && source.position([$0]) != nil && !posts.places.contains($0) }
        return callers.allSatisfy { source.position([$0])?.line == own.position.line }
    }
}
