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
    guard await errorOf({ try await transfer(106, from: ben, to: ben) }) == .notCovered else {
        return Mistake("A transfer from an account with 105 to itself, of 106, did not throw `TransferError.notCovered`.")
    }
    return await differs([ann, ben], [0, 105], "After two transfers from an account to itself")
}

/// Transfers from and to accounts that were closed before.
func closedAccounts() async -> Mistake? {
    let open = Account(balance: 100), closed = Account(balance: 50), other = Account(balance: 0)
    await closed.close()
    guard await errorOf({ try await transfer(30, from: closed, to: open) }) == .closed else {
        return Mistake(
            "A transfer from a closed account did not throw `TransferError.closed`.", verdict: "wrongResult", at: "func withdraw")
    }
    if let mistake = await differs([closed, open], [50, 100], "After a transfer from a closed account was refused") { return mistake }
    for amount in [30, 100] {
        guard await errorOf({ try await transfer(amount, from: open, to: closed) }) == .closed else {
            return Mistake(
                "A transfer to a closed account did not throw `TransferError.closed`.", verdict: "wrongResult", at: "func deposit")
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
