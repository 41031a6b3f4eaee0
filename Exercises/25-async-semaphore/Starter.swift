/// Permits for tasks, for example to use one of a few connections. Any task can call it.
actor AsyncSemaphore {
    private var permits: Int
    private var waiting: [CheckedContinuation<Void, Never>] = []

    init(permits: Int) {
        self.permits = permits
    }

    /// Takes a permit. If none is left, the task is suspended until it gets one.
    func wait() async throws {
        if permits == 0 {
            await withCheckedContinuation { waiting.append($0) }
        }
        permits -= 1
    }

    /// Gives a permit back.
    func signal() {
        permits += 1
        waiting.popLast()?.resume()
    }
}
