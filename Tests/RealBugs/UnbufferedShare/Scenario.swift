import Synchronization

// swift-async-algorithms, commit 2de5003: a shared sequence without a buffer never delivers a value.

/// A buffer between a producer and its consumers, with a limit for its size.
final class SharedBuffer: Sendable {
    struct State {
        var values: [Int] = []
        var consumer: CheckedContinuation<Void, Never>?
        var producer: CheckedContinuation<Void, Never>?
    }
    let state = Mutex(State())
    let limit: Int

    init(limit: Int) { self.limit = limit }

    func put(_ value: Int) async {
        await waitForSpace()
        let consumer = state.withLock { state in
            state.values.append(value)
            defer { state.consumer = nil }
            return state.consumer
        }
        consumer?.resume()
    }

    func take() async -> Int {
        while true {
            let (value, producer): (Int?, CheckedContinuation<Void, Never>?) = state.withLock { state in
                guard !state.values.isEmpty else { return (nil, nil) }
                defer { state.producer = nil }
                return (state.values.removeFirst(), state.producer)
            }
            producer?.resume()
            if let value { return value }
            await withCheckedContinuation { continuation in
                let isReady = state.withLock { state in
                    if state.values.isEmpty { state.consumer = continuation }
                    return !state.values.isEmpty
                }
                if isReady { continuation.resume() }
            }
        }
    }

    /// Suspends the producer until the buffer has fewer values than its limit.
    func suspendWhileFull() async {
        await withCheckedContinuation { continuation in
            let hasSpace = state.withLock { state in
                if state.values.count >= limit { state.producer = continuation }
                return state.values.count < limit
            }
            if hasSpace { continuation.resume() }
        }
    }
}

func scenario() async -> Int {
    let buffer = SharedBuffer(limit: 0)
    let producer = Task { await buffer.put(7) }
    let value = await buffer.take()
    await producer.value
    return value
}

func allowed(_ value: Int) -> Bool { value == 7 }
