// Refused by: a task waits only if no permit is left
// Verdict: spins
// Says: cost nothing
// Because: each waiting task looks again and again. That keeps a core busy, and gives no order.
actor AsyncSemaphore {
    private var permits: Int

    init(permits: Int) { self.permits = permits }

    func wait() async throws {
        while permits == 0 {
            try Task.checkCancellation()
            await Task.yield()
        }
        try Task.checkCancellation()
        permits -= 1
    }

    func signal() { permits += 1 }
}
