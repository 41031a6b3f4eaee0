import Synchronization

// swift-async-algorithms, commit 047ab6a: AsyncChannel crashes after its only receiver was cancelled.

/// A channel hands each value to a receiver that waits for it.
final class Channel: Sendable {
    enum State {
        case idle
        /// At least one receiver waits.
        case awaited([Int: CheckedContinuation<Int?, Never>])
        /// The receiver was cancelled before it could wait.
        case cancelled
    }
    let state = Mutex(State.idle)

    func receive(_ name: Int) async -> Int? {
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let isCancelled = state.withLock { state in
                    switch state {
                    case .cancelled:
                        state = .idle
                        return true
                    case .idle: state = .awaited([name: continuation])
                    case .awaited(var receivers):
                        receivers[name] = continuation
                        state = .awaited(receivers)
                    }
                    return false
                }
                if isCancelled { continuation.resume(returning: nil) }
            }
        } onCancel: {
            leave(name)?.resume(returning: nil)
        }
    }

    /// Hands a value to a receiver that waits. Returns false if there is none.
    func offer(_ value: Int) -> Bool {
        let receiver: CheckedContinuation<Int?, Never>? = state.withLock { state in
            guard case .awaited(var receivers) = state else { return nil }
            let first = receivers.remove(at: receivers.startIndex).value
            state = receivers.isEmpty ? .idle : .awaited(receivers)
            return first
        }
        receiver?.resume(returning: value)
        return receiver != nil
    }
}

func scenario() async -> Bool {
    let channel = Channel()
    let receiver = Task { await channel.receive(1) }
    let sender = Task { channel.offer(7) }
    receiver.cancel()
    let isTaken = await sender.value
    return await receiver.value == (isTaken ? 7 : nil)
}

func allowed(_ isConsistent: Bool) -> Bool { isConsistent }
