import Synchronization

// The explorer calls these functions under every interleaving.

/// A task has the only permit, gives it back, and wants it again, while another task wants it too.
func takesItAgain() async -> String {
    let semaphore = AsyncSemaphore(permits: 1), users = Users()
    try? await semaphore.wait()
    async let other: Void = use(semaphore, users)
    await semaphore.signal()
    await use(semaphore, users)
    await other
    return users.most == 1 ? right : "two tasks had the only permit at the same time"
}

/// A task is cancelled while it begins to wait, and no permit comes.
func cancelsWhileItBegins() async -> String {
    let semaphore = AsyncSemaphore(permits: 0)
    let task = taskThatWaits(semaphore)
    task.cancel()
    if await task.value { return "a task got a permit that was never there" }
    await semaphore.signal()
    return await count(1, semaphore)
}

/// A task is cancelled while it gets a permit.
func cancelsAndSignals() async -> String {
    let semaphore = AsyncSemaphore(permits: 0)
    let task = taskThatWaits(semaphore)
    async let signal: Void = semaphore.signal()
    task.cancel()
    let hasPermit = await task.value
    await signal
    return await count(hasPermit ? 0 : 1, semaphore)
}

/// One of two waiting tasks is cancelled while the only permit comes.
func cancelsOneOfTwo() async -> String {
    let semaphore = AsyncSemaphore(permits: 0)
    let first = taskThatWaits(semaphore), second = taskThatWaits(semaphore)
    first.cancel()
    await semaphore.signal()
    if await first.value { await semaphore.signal() }
    return await second.value ? right : "a task that was not cancelled got an error"
}

/// Two tasks take two permits at the same time, and give them back.
func twoAtTheSameTime() async -> String {
    let semaphore = AsyncSemaphore(permits: 2), users = Users()
    async let one: Void = use(semaphore, users)
    async let other: Void = use(semaphore, users)
    _ = await (one, other)
    return await count(2, semaphore)
}

func allowed(_ outcome: String) -> Bool { outcome == right }

private let right = "right"

private func taskThatWaits(_ semaphore: AsyncSemaphore) -> Task<Bool, Never> {
    Task { await isSuccess(semaphore) }
}

private func isSuccess(_ semaphore: AsyncSemaphore) async -> Bool {
    do {
        try await semaphore.wait()
        return true
    } catch {
        return false
    }
}

private func use(_ semaphore: AsyncSemaphore, _ users: Users) async {
    guard await isSuccess(semaphore) else { return }
    users.enter()
    users.leave()
    await semaphore.signal()
}

/// Whether the semaphore has exactly this many permits. (If it has fewer, a call waits for ever.)
private func count(_ permits: Int, _ semaphore: AsyncSemaphore) async -> String {
    for _ in 0..<permits where !(await isSuccess(semaphore)) { return "a task that was not cancelled got an error" }
    let extra = taskThatWaits(semaphore)
    extra.cancel()
    return await extra.value ? "there was one permit more than was given back" : right
}

private final class Users: Sendable {
    private let now = Atomic(0), greatest = Atomic(0)

    var most: Int { greatest.load(ordering: .relaxed) }

    func enter() { greatest.max(now.add(1, ordering: .relaxed).newValue, ordering: .relaxed) }
    func leave() { now.subtract(1, ordering: .relaxed) }
}
