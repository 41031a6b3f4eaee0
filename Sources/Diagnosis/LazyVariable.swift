import Explorer

extension Scene {
    /// A `lazy var` that two tasks use first at the same time.
    ///
    /// Only where both accesses are made by the getter, which makes the value: an assignment to the variable is a race like any other.
    func lazyVariable(_ one: ExplorationReport.Access, _ other: ExplorationReport.Access) -> FalseProtection? {
        let stacks = [stack(one), stack(other)]
        guard let position = source.position(stacks[0]), position.text.contains("lazy var "),
            stacks.allSatisfy({ stack in
                source.position(stack)?.line == position.line
                    && stack.first.flatMap(source.function).map { !$0.hasSuffix("setter") } ?? false
            })
        else { return nil }
        return FalseProtection(
            words:
                "A `lazy var` has no lock: at its first use, a thread finds that there is no value yet, makes one and stores it. Two threads that use it first at the same time can both find no value. Then each makes a value of its own, and the second one replaces the first.",
            hint:
                "Use the variable once before you start the threads, or make the value in `init`. `static let` and global variables are safe: Swift makes them exactly once. Otherwise put every use under one lock.",
            standsAlone: true)
    }
}
