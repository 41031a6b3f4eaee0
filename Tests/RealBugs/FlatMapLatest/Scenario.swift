import Synchronization

// swift-async-algorithms, commit d387226: flatMapLatest resumes a continuation twice.

/// The producer waits until there is demand for its next value.
final class Demand: Sendable {
    struct State {
        var producer: CheckedContinuation<Void, Never>?
        var isWanted = false
        var isFinished = false
    }
    let state = Mutex(State())

    func waitForDemand() async {
        await withCheckedContinuation { continuation in
            let canContinue = state.withLock { state in
                if state.isWanted || state.isFinished { return true }
                state.producer = continuation
                return false
            }
            if canContinue { continuation.resume() }
        }
    }

    func finish() {
        let producer = state.withLock { state in
            state.isFinished = true
            defer { state.producer = nil }
            return state.producer
        }
        producer?.resume()
    }
}

func scenario() async -> Bool {
    let demand = Demand()
    let producer = Task { await demand.waitForDemand() }
    let consumer = Task { demand.request() }
    let ending = Task { demand.finish() }
    await producer.value
    await consumer.value
    await ending.value
    return true
}

func allowed(_ hasEnded: Bool) -> Bool { hasEnded }
