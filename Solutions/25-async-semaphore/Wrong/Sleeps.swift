// Refused by: a task waits only if no permit is left
// Or refused by: first come, first served
// Verdict: spins
// Because: each waiting task wakes up again and again to look. The permit comes late, and to any of them.
actor AsyncSemaphore {
    private var permits: Int

    init(permits: Int) { self.permits = permits }

    func wait() async throws {
        while permits == 0 { try await Task.sleep(for: .milliseconds(5)) }
        try Task.checkCancellation()
        permits -= 1
    }

    func signal() { permits += 1 }
}
