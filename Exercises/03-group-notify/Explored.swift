import Dispatch
import Synchronization

// How `downloadAll` is called when every order of the threads' steps is tried: with two downloads, the second of which does not work out.

/// Two downloads end on threads of their own, in any order.
func twoDownloads() {
    downloadAll(
        ["dawn", "noon"],
        with: { name, ended in
            DispatchQueue.global().async {
                downloads.end()
                ended(name == "noon" ? NotFound() : nil)
            }
        }, completion: { downloads.complete() })
}

/// What is known when all has ended that was ever started.
func outcome() -> String { downloads.outcome }

func allowed(_ outcome: String) -> Bool { outcome == "completed once, behind 2 of 2 downloads" }

private let downloads = Downloads()

private struct NotFound: Error {}

/// How many have ended, and how many of them `completion` found.
private final class Downloads: Sendable {
    private let ended = Atomic(0)
    private let completions = Atomic(0)
    private let endedBefore = Atomic(0)

    func end() { ended.add(1, ordering: .relaxed) }

    func complete() {
        endedBefore.store(ended.load(ordering: .relaxed), ordering: .relaxed)
        completions.add(1, ordering: .relaxed)
    }

    var outcome: String {
        switch completions.load(ordering: .relaxed) {
        case 0: "never completed"
        case 1: "completed once, behind \(endedBefore.load(ordering: .relaxed)) of 2 downloads"
        case let times: "completed \(times) times"
        }
    }
}
