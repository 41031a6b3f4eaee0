import Synchronization

/// The events that Swift tasks wait for in a random program: elements of a stream, a continuation,
/// and the children of groups.
final class SwiftWaits: Sendable {
    private let elements: AsyncStream<Int>.Continuation
    private let slot = Slot()
    private let receiver: Task<Void, Never>, waiter: Task<Void, Never>
    private let mark: @Sendable (Int) -> Void

    /// Starts a Swift task that reads all elements, and one that waits for the continuation.
    /// - Parameter keepingLatest: of unread elements, the stream keeps only the latest.
    init(keepingLatest: Bool, mark: @escaping @Sendable (Int) -> Void) {
        let (stream, elements) = AsyncStream.makeStream(of: Int.self, bufferingPolicy: keepingLatest ? .bufferingNewest(1) : .unbounded)
        self.elements = elements
        self.mark = mark
        elements.onTermination = { mark($0 == .cancelled ? 970 : 980) }
        receiver = Task {
            for await element in stream { mark(500 + element) }
            mark(Task.isCancelled ? 930 : 940)
        }
        let slot = slot
        waiter = Task {
            let answer = await withTaskCancellationHandler {
                await withCheckedContinuation { slot.put($0) }
            } onCancel: {
                slot.resume(returning: 910)
            }
            mark(answer)
        }
    }

    func make(_ step: RandomMeeting.Step, _ number: Int, on actor: Marker) async {
        let mark = mark
        switch step {
        case .send: elements.yield(number)
        case .finish: elements.finish()
        case .cancelReceiver: receiver.cancel()
        case .resumeWaiter: slot.resume(returning: 920)
        case .cancelWaiter: waiter.cancel()
        case .sleepInTask: try? await Task.sleep(nanoseconds: 1000)
        case .takeFirstOfGroup:
            await withTaskGroup(of: Int.self) { group in
                group.addTask {
                    await actor.mark(300 + number)
                    return 1
                }
                group.addTask { Task.isCancelled ? 2 : 3 }
                mark(100 * (await group.next() ?? 0) + number)
                group.cancelAll()
            }
        case .failInGroup:
            try? await withThrowingTaskGroup(of: Void.self) { group in
                group.addTask { throw CancellationError() }
                group.addTask { mark((Task.isCancelled ? 400 : 300) + number) }
                for try await _ in group {}
            }
        case .cancelGroup:
            await withDiscardingTaskGroup { group in
                group.addTask { await actor.mark((Task.isCancelled ? 400 : 300) + number) }
                group.cancelAll()
                if !group.addTaskUnlessCancelled(operation: {}) { mark(number) }
            }
        default: break
        }
    }
}

/// A continuation that can be resumed before it exists, and only once.
private final class Slot: Sendable {
    private struct State {
        var waiting: CheckedContinuation<Int, Never>?
        var answer: Int?
    }
    private let state = Synchronization.Mutex(State())

    func put(_ continuation: CheckedContinuation<Int, Never>) {
        let answer = state.withLock { state in
            if state.answer == nil { state.waiting = continuation }
            return state.answer
        }
        if let answer { continuation.resume(returning: answer) }
    }

    func resume(returning answer: Int) {
        let waiting = state.withLock { state in
            if state.answer != nil { return nil as CheckedContinuation<Int, Never>? }
            state.answer = answer
            defer { state.waiting = nil }
            return state.waiting
        }
        waiting?.resume(returning: answer)
    }
}
