import Dispatch

/// An account whose two steps of a withdrawal have an `await` between them: another withdrawal can
/// come first.
actor Account {
    private(set) var balance = 100

    func withdraw(_ amount: Int) async -> Bool {
        guard balance >= amount else { return false }
        await note(amount)
        balance -= amount
        return true
    }

    private let journal = Journal()
    private func note(_ amount: Int) async { await journal.add(amount) }
}

actor Journal {
    private var amounts: [Int] = []
    func add(_ amount: Int) { amounts.append(amount) }
}

func scenario() -> Int {
    let account = Account(), done = DispatchSemaphore(value: 0)
    for _ in 0..<2 {
        Task.detached {
            _ = await account.withdraw(80)
            done.signal()
        }
    }
    done.wait()
    done.wait()
    final class Answer: @unchecked Sendable { var balance = 0 }
    let answer = Answer()
    Task.detached {
        answer.balance = await account.balance
        done.signal()
    }
    done.wait()
    return answer.balance
}

func allowed(_ balance: Int) -> Bool { balance >= 0 }
