import Synchronization

/// Two tasks answer the same question. Only the first answer counts.
final class Answer: Sendable {
    private let isGiven = Atomic(false)

    func give(_ text: String, to asker: CheckedContinuation<String, Never>) {
        if !isGiven.load(ordering: .acquiring) {
            isGiven.store(true, ordering: .releasing)
            asker.resume(returning: text)
        }
    }
}

/// A task waits for the first of two answers.
func resumedTwice() async {
    let answer = Answer()
    _ = await withCheckedContinuation { asker in
        Task { answer.give("left", to: asker) }
        Task { answer.give("right", to: asker) }
    }
}
