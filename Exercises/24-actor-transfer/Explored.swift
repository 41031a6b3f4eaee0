// The explorer calls these functions under every interleaving.

/// Two transfers from one account, which has the money for one of them.
func twoFromOne() async -> String {
    let source = Account(balance: 100), target = Account(balance: 0)
    async let first = succeeds(60, source, target)
    async let second = succeeds(60, source, target)
    let count = [await first, await second].count { $0 }
    let (left, there) = (await source.balance, await target.balance)
    if left == 40, there == 60, count == 1 { return right }
    return
        "Two transfers of 60 began at the same time, from an account with 100. \(count) of them succeeded, and then it had \(left) and the target \(there)"
}

/// A task reads the balance while a transfer that is not covered runs.
func isNeverNegative() async -> String {
    let source = Account(balance: 0), target = Account(balance: 0)
    async let isDone = succeeds(10, source, target)
    let seen = await source.balance
    if await isDone { return "A transfer of 10, from an account with 0, succeeded" }
    return seen == 0 ? right : "A transfer of 10 began, from an account with 0. A task that read its balance meanwhile saw \(seen)"
}

/// Two transfers at the same time, in opposite directions.
func inOppositeDirections() async -> String {
    let ann = Account(balance: 10), ben = Account(balance: 10)
    async let there = succeeds(10, ann, ben)
    async let back = succeeds(10, ben, ann)
    let count = [await there, await back].count { $0 }
    let found = (await ann.balance, await ben.balance)
    if count == 2, found == (10, 10) { return right }
    return "Two accounts had 10 each. Two transfers of 10 crossed: \(count) of them succeeded, and then they had \(found.0) and \(found.1)"
}

/// The money of a transfer that is not covered must not be spent by the next one.
func oneAfterTheOther() async -> String {
    let ann = Account(balance: 0), ben = Account(balance: 0), cem = Account(balance: 0)
    async let first = succeeds(10, ann, ben)
    async let second = succeeds(10, ben, cem)
    let count = [await first, await second].count { $0 }
    let found = (await ann.balance, await ben.balance, await cem.balance)
    if count == 0, found == (0, 0, 0) { return right }
    return "Three accounts had 0. Then two transfers began: \(count) of them succeeded, and they had \(found.0), \(found.1) and \(found.2)"
}

/// The target is closed while a transfer runs.
func closesTheTarget() async -> String {
    let source = Account(balance: 10), target = Account(balance: 0)
    async let isDone = succeeds(10, source, target)
    await target.close()
    let before = await target.balance
    let outcome = await ending(await isDone, source, target, "The target was closed while a transfer of 10 ran")
    let after = await target.balance
    return outcome != right || after == before
        ? outcome : "The target was closed while a transfer of 10 ran. After `close()` it had \(before), and later \(after)"
}

/// A transfer to a closed account gives its money back while another one from the same account runs.
func refundsOnlyItsOwn() async -> String {
    let source = Account(balance: 30), closed = Account(balance: 0), target = Account(balance: 0)
    await closed.close()
    async let refused = succeeds(20, source, closed)
    async let isDone = succeeds(10, source, target)
    let count = [await refused, await isDone].count { $0 }
    let found = (await source.balance, await closed.balance, await target.balance)
    if count == 1, found == (20, 0, 10) { return right }
    return
        "Two transfers from an account with 30 ran, of 20 to a closed account and of 10 to another one. \(count) of them succeeded, and then the three accounts had \(found.0), \(found.1) and \(found.2)"
}

/// Target and source are closed while a transfer runs.
func closesBoth() async -> String {
    let source = Account(balance: 10), target = Account(balance: 0)
    async let isDone = succeeds(10, source, target)
    await target.close()
    await source.close()
    return await ending(await isDone, source, target, "The target and then the source were closed while a transfer of 10 ran")
}

/// The task of a transfer is cancelled while it runs.
func cancelsMeanwhile() async -> String {
    let source = Account(balance: 10), target = Account(balance: 0)
    let task = Task { await succeeds(10, source, target) }
    task.cancel()
    return await ending(await task.value, source, target, "The task was cancelled during a transfer of 10")
}

func allowed(_ outcome: String) -> Bool { outcome == right }

private let right = "right"

private func succeeds(_ amount: Int, _ source: Account, _ target: Account) async -> Bool {
    do {
        try await transfer(amount, from: source, to: target)
        return true
    } catch {
        return false
    }
}

private func ending(_ isDone: Bool, _ source: Account, _ target: Account, _ event: String) async -> String {
    let found = (await source.balance, await target.balance)
    if found == (isDone ? (0, 10) : (10, 0)) { return right }
    return "\(event). The transfer \(isDone ? "succeeded" : "threw an error"), and then the source had \(found.0) and the target \(found.1)"
}
