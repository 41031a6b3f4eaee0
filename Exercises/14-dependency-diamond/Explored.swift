import Foundation
import Synchronization

// The explorer calls these functions under every interleaving.

/// All four steps of a picture.
func fourSteps() { _ = develop(steps, on: queue) }

/// The sepia filter is cancelled before it starts.
func cancelledFilter() {
    queue.isSuspended = true
    let filters = develop(steps, on: queue)
    filters.sepia.cancel()
    isCancelled.store(true, ordering: .relaxed)
    queue.isSuspended = false
}

/// The outcome, after everything that was started has ended.
func outcome() -> String {
    switch combined.count.load(ordering: .relaxed) {
    case 0: "never combined"
    case 1: "combined \(combined.pictures)"
    case let times: "combined \(times) times"
    }
}

func allowed(_ outcome: String) -> Bool {
    outcome
        == (isCancelled.load(ordering: .relaxed)
            ? "combined nothing and the blurred photo" : "combined the sepia photo and the blurred photo")
}

private let queue = OperationQueue()
private let isCancelled = Atomic(false)
private let combined = Combined()

private let steps = Steps(
    load: { "photo" }, sepia: { "the sepia \($0)" }, blur: { "the blurred \($0)" },
    combine: { combined.combine($0, $1) })

/// The pictures that were combined.
private final class Combined: Sendable {
    let count = Atomic(0)
    private let result = Mutex("")

    func combine(_ sepia: String?, _ blur: String?) {
        result.withLock { $0 = "\(sepia ?? "nothing") and \(blur ?? "nothing")" }
        count.add(1, ordering: .relaxed)
    }

    var pictures: String { result.withLock { $0 } }
}
