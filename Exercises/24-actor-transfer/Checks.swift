import ExerciseChecks

/// One transfer after the other.
func movesTheMoney() async -> Mistake? {
    let ann = Account(balance: 100), ben = Account(balance: 5)
    if let error = await errorOf({ try await transfer(30, from: ann, to: ben) }) {
        return Mistake("A transfer of 30 from an account with 100 threw an error: \(error).")
    }
    if let mistake = await differs([ann, ben], [70, 35], "After a transfer of 30 from an account with 100 to one with 5") {
        return mistake
    }
    if let error = await errorOf({ try await transfer(70, from: ann, to: ben) }) {
        return Mistake("A transfer of 70, from an account with exactly 70, threw an error: \(error).")
    }
    if let mistake = await differs([ann, ben], [0, 105], "After a transfer of all the money") { return mistake }
    guard await errorOf({ try await transfer(1, from: ann, to: ben) }) == .notCovered else {
        return Mistake("A transfer of 1 from an account with 0 did not throw `TransferError.notCovered`.")
    }
    if let mistake = await differs([ann, ben], [0, 105], "After a transfer that was not covered") { return mistake }
    if let error = await errorOf({ try await transfer(105, from: ben, to: ben) }) {
        return Mistake("A transfer from an account with 105 to itself, of 105, threw an error: \(error).")
    }
    let refusal = await errorOf { try await transfer(106, from: ben, to: ben) }
    guard refusal == .notCovered else {
        return Mistake(
            "A transfer from an account with 105 to itself, of 106, \(words(refusal)), instead of throwing `TransferError.notCovered`.",
            try: "a transfer to the same account is no exception: it throws the same errors.")
    }
    return await differs([ann, ben], [0, 105], "After two transfers from an account to itself")
}

/// Two transfers that cannot go on for a while: the account of both is busy.
func waitsWithoutLooking() async -> Mistake? {
    let source = Account(balance: 100), target = Account(balance: 0)
    let isFree = CountingEvent()
    let busy = ProbeTask { await source.isBusy(until: isFree) }
    _ = ProbeThread.allComeToRest()
    let transfers = (0..<2).map { _ in ProbeTask { try await transfer(10, from: source, to: target) } }
    let isQuiet = ProbeThread.allComeToRest()
    isFree.happen()
    let count = transfers.count { $0.wait() }
    guard busy.wait(), count == 2 else {
        return Mistake("Two transfers from one account began while it was busy. \(count) of them ended.", verdict: "deadlock")
    }
    if isQuiet { return nil }
    return Mistake(
        "Two transfers from one account began while it was busy. Their tasks looked again and again whether they could go on.",
        at: "while ")
}

extension Account {
    /// Keeps the account from doing anything else, if it is an actor.
    fileprivate func isBusy(until event: CountingEvent) { event.wait() }
}

/// Transfers from and to accounts that were closed before.
func closedAccounts() async -> Mistake? {
    let open = Account(balance: 100), closed = Account(balance: 50), other = Account(balance: 0)
    await closed.close()
    guard await closed.balance == 50 else {
        return Mistake(
            "After `close()`, an account with 50 had \(await closed.balance).", verdict: "wrongResult", at: "func close",
            try: "an account that is closed keeps its balance.")
    }
    let refusal = await errorOf { try await transfer(30, from: closed, to: open) }
    guard refusal == .closed else {
        return Mistake(
            "A transfer of 30 from a closed account with 50 \(words(refusal)), instead of throwing `TransferError.closed`.",
            verdict: "wrongResult")
    }
    if let mistake = await differs([closed, open], [50, 100], "After a transfer from a closed account was refused") { return mistake }
    let toItself = await errorOf { try await transfer(30, from: closed, to: closed) }
    guard toItself == .closed else {
        return Mistake(
            "A transfer of 30 from a closed account with 50 to itself \(words(toItself)), instead of throwing `TransferError.closed`.",
            verdict: "wrongResult", try: "a transfer to the same account is no exception: it throws the same errors.")
    }
    for amount in [30, 100] {
        let refusal = await errorOf { try await transfer(amount, from: open, to: closed) }
        guard refusal == .closed else {
            return Mistake(
                "A transfer of \(amount) from an account with 100 to a closed one \(words(refusal)), instead of throwing `TransferError.closed`.",
                verdict: "wrongResult")
        }
        if let mistake = await differs([open, closed], [100, 50], "After a transfer of \(amount) to a closed account was refused") {
            return mistake
        }
    }
    if let error = await errorOf({ try await transfer(100, from: open, to: other) }) {
        return Mistake(
            "A transfer to a closed account was refused. The next transfer, to another account, threw an error: \(error).",
            verdict: "wrongResult")
    }
    return await differs([open, other], [0, 100], "After a transfer to another account")
}

/// The task was cancelled before the call.
func cancelledBefore() async -> Mistake? {
    let ann = Account(balance: 100), ben = Account(balance: 0)
    let task = Task {
        withUnsafeCurrentTask { $0?.cancel() }
        return await errorOf { try await transfer(30, from: ann, to: ben) } == nil
    }
    let isDone = await task.value
    return await differs(
        [ann, ben], isDone ? [70, 30] : [100, 0],
        "A cancelled task transferred 30 from an account with 100 to one with 0. The transfer \(isDone ? "succeeded" : "threw an error"). After it"
    )
}

private enum Refusal: Equatable {
    case notCovered, closed
    case other(String)
}

private func words(_ refusal: Refusal?) -> String {
    switch refusal {
    case nil: "succeeded"
    case .notCovered: "threw `TransferError.notCovered`"
    case .closed: "threw `TransferError.closed`"
    case .other(let error): "threw \(error)"
    }
}

private func errorOf(_ body: () async throws -> Void) async -> Refusal? {
    do {
        try await body()
        return nil
    } catch TransferError.notCovered {
        return .notCovered
    } catch TransferError.closed {
        return .closed
    } catch {
        return .other("\(error)")
    }
}

private func differs(_ accounts: [Account], _ right: [Int], _ situation: String) async -> Mistake? {
    var found: [Int] = []
    for account in accounts {
        let balance: Int = await account.balance
        found.append(balance)
    }
    return found == right
        ? nil : Mistake("\(situation), the two accounts had \(found[0]) and \(found[1]), instead of \(right[0]) and \(right[1]).")
}
