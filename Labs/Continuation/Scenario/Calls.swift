import Dispatch
import Synchronization

/// The end of a call, in words. nil: the call has not returned.
public struct CallReport: Codable, Sendable {
    public var ending: String?
    public var hasEnded: Bool { ending != nil }
}

/// A task makes the call.
private func start(_ call: @escaping @Sendable () async throws -> String) -> (task: Task<Void, Never>, ending: Ending) {
    let ending = Ending()
    let task = Task(name: "reader") {
        do {
            ending.come("it returned \(try await call())")
        } catch {
            ending.come("it threw a \(type(of: error))")
        }
    }
    return (task, ending)
}

private final class Ending: Sendable {
    private let words = Mutex<String?>(nil)
    func come(_ ending: String) { words.withLock { $0 = ending } }
    var report: CallReport { CallReport(ending: words.withLock { $0 }) }
}

/// Awaits the end of the call.
private func ended(_ call: @escaping @Sendable () async throws -> String) async -> CallReport {
    let (task, ending) = start(call)
    await task.value
    return ending.report
}

/// For a call that never returns: looks when the last thing has happened that could have resumed it.
private func after(
    _ isOver: @escaping @Sendable () -> Bool, _ call: @escaping @Sendable () async throws -> String
) async -> CallReport {
    let (_, ending) = start(call)
    await wait(until: isOver)
    await someTime()
    return ending.report
}

public func callWithoutFailurePath() async -> CallReport {
    let scanner = Scanner(.fails)
    return await after({ scanner.hasFinished }) { await pageOrSilence(from: scanner) }
}

public func callThatSucceeds() async -> CallReport { await ended { await pageOrSilence(from: Scanner(.succeeds)) } }

public func callWithEveryPath(_ manner: Scanner.Manner) async -> CallReport { await ended { try await page(from: Scanner(manner)) } }

/// Returns when both callbacks have returned.
public func callWithFirstAnswer(_ manner: Scanner.Manner) async -> CallReport {
    let scanner = Scanner(manner)
    let report = await ended { try await firstPage(from: scanner) }
    await wait { scanner.hasFinished }
    return report
}

/// For a call that ends the process. Blocks the thread meanwhile.
public func callWithTwoCallbacks() {
    let (_, _) = start { try await page(from: Scanner(.succeedsTwice)) }
    _ = DispatchSemaphore(value: 0).wait(timeout: .now() + 5)
}

/// The task cancels itself, and then waits at the door.
private func waitCancelled(_ door: some Door) async throws -> String {
    withUnsafeCurrentTask { $0?.cancel() }
    try await door.wait()
    return "nothing"
}

public func cancelFirstAndLose() async -> CallReport {
    let door = LostCancellation()
    return await after({ door.isWaiting }) { try await waitCancelled(door) }
}

public func cancelFirstAndKeep() async -> CallReport { await ended { try await waitCancelled(KeptCancellation()) } }

/// The task is cancelled after its continuation was stored.
public func cancelLater() async -> CallReport {
    let door = LostCancellation()
    let (task, ending) = start {
        try await door.wait()
        return "nothing"
    }
    await wait { door.isWaiting }
    task.cancel()
    await task.value
    return ending.report
}
