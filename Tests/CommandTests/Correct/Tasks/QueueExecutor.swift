import Dispatch

/// An actor whose methods run on a queue of the program's own, with code that is on that queue anyway.
final class QueueExecutor: SerialExecutor {
    let queue = DispatchQueue(label: "executor")

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        queue.async { job.runSynchronously(on: self.asUnownedSerialExecutor()) }
    }

    func checkIsolated() { dispatchPrecondition(condition: .onQueue(queue)) }
}

actor Account {
    let executor = QueueExecutor()
    nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }
    private var balance = 0

    func pay(_ amount: Int) async {
        let before = balance
        balance = before + amount
        await Task.yield()
    }

    nonisolated func balanceOnQueue() -> Int { executor.queue.sync { assumeIsolated { $0.balance } } }
}

func scenario() async -> Int {
    let account = Account()
    await withTaskGroup(of: Void.self) { group in
        for amount in [1, 2] { group.addTask { await account.pay(amount) } }
    }
    return account.balanceOnQueue()
}

func allowed(_ outcome: Int) -> Bool { outcome == 3 }
