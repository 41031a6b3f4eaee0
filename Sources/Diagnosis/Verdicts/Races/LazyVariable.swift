import Explorer

extension Scene {
    /// A `lazy var` that two threads use for the first time at the same time.
    ///
    /// Only if the getter, which creates the value, makes both accesses: an assignment to the
    /// variable is an ordinary data race.
    func lazyVariable(_ one: ExplorationReport.Access, _ other: ExplorationReport.Access) -> IneffectiveProtection? {
        let stacks = [stack(one), stack(other)]
        guard let position = source.position(stacks[0]), position.text.contains("lazy var "),
            stacks.allSatisfy({ stack in
                source.position(stack)?.line == position.line
                    && stack.first.flatMap(source.function).map { !$0.hasSuffix("setter") } ?? false
            })
        else { return nil }
        return IneffectiveProtection(
            words:
                "A `lazy var` has no lock. At its first use, a thread finds no value, creates one and stores it. Two threads that do this at the same time can both find no value. Then each creates a value, and the second one replaces the first.",
            hint:
                "Use the variable once before you start the threads, or make the value in `init`. `static let` and global variables are safe: Swift makes them exactly once. Otherwise put every use under one lock.",
            standsAlone: true)
    }
}
