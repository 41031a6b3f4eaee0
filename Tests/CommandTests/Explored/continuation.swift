import Dispatch

/// Asks somebody who answers only if it is in the mood to.
final class Oracle: @unchecked Sendable {
    let isInTheMood: Bool
    init(isInTheMood: Bool) { self.isInTheMood = isInTheMood }

    func ask(_ answer: @escaping @Sendable (Int) -> Void) {
        DispatchQueue.global().async { if self.isInTheMood { answer(42) } }
    }
}

func scenario() async -> Int {
    let oracle = Oracle(isInTheMood: false)
    return await withCheckedContinuation { continuation in
        oracle.ask { continuation.resume(returning: $0) }
    }
}
