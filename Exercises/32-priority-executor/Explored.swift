import Synchronization

// The explorer calls these functions under every interleaving.

/// Two tasks call one actor.
func twoTasks() async -> String {
    let users = Users(), counter = Counting(PriorityExecutor(), users)
    async let one: Void = counter.add()
    async let other: Void = counter.add()
    _ = await (one, other)
    return await words(counter.sum, 2, users)
}

/// A task calls an actor twice, while another task calls it once.
func oneAfterTheOther() async -> String {
    let users = Users(), counter = Counting(PriorityExecutor(), users)
    async let other: Void = counter.add()
    await counter.add()
    await counter.add()
    await other
    return await words(counter.sum, 3, users)
}

/// Two actors have one executor.
func twoActors() async -> String {
    let users = Users(), executor = PriorityExecutor()
    let counters = [Counting(executor, users), Counting(executor, users)]
    async let one: Void = counters[0].add()
    async let other: Void = counters[1].add()
    _ = await (one, other)
    let sum = await counters[0].sum + counters[1].sum
    return words(sum, 2, users)
}

func allowed(_ outcome: String) -> Bool { outcome == right }

private let right = "right"

private func words(_ sum: Int, _ calls: Int, _ users: Users) -> String {
    if users.most > 1 { return "two jobs of one executor ran at the same time" }
    return sum == calls ? right : "\(calls) calls of an actor counted \(sum)"
}

/// An actor on the attempt's executor.
private actor Counting {
    private let executor: PriorityExecutor
    private let users: Users
    private(set) var sum = 0

    nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    init(_ executor: PriorityExecutor, _ users: Users) { (self.executor, self.users) = (executor, users) }

    func add() {
        users.enter()
        sum += 1
        users.leave()
    }
}

private final class Users: Sendable {
    private let now = Atomic(0), greatest = Atomic(0)

    var most: Int { greatest.load(ordering: .relaxed) }

    func enter() { greatest.max(now.add(1, ordering: .relaxed).newValue, ordering: .relaxed) }
    func leave() { now.subtract(1, ordering: .relaxed) }
}
