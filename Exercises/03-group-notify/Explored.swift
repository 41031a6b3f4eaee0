import Dispatch
import Synchronization

// The explorer calls these functions under every interleaving: two downloads end on their own
// threads, in any order.

/// The second download fails.
func twoDownloads() { start(failing: ["noon"]) }

/// Both downloads succeed.
func twoSuccesses() { start(failing: []) }

/// Both downloads fail.
func twoFailures() { start(failing: ["dawn", "noon"]) }

private func start(failing: Set<String>) {
    downloadAll(
        ["dawn", "noon"],
        with: { name, ended in
            DispatchQueue.global().async {
                downloads.end()
                ended(failing.contains(name) ? NotFound() : nil)
            }
        }, completion: { downloads.complete() })
}

/// The outcome, after everything that was started has ended.
func outcome() -> String { downloads.outcome }

func allowed(_ outcome: String) -> Bool { outcome == "completed once, after 2 of 2 downloads" }

private let downloads = Downloads()

private struct NotFound: Error {}

/// The number of ended downloads, and the number when `completion` ran.
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
        case 1: "completed once, after \(endedBefore.load(ordering: .relaxed)) of 2 downloads"
        case let times: "completed \(times) times"
        }
    }
}
