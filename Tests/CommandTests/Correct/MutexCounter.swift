import Dispatch
import Synchronization

/// Votes, counted under a mutex that owns them.
final class Votes: Sendable {
    private let counts = Mutex<[String: Int]>([:])

    func vote(for name: String) {
        counts.withLock { $0[name, default: 0] += 1 }
    }

    var winner: String? {
        counts.withLock { counts in
            counts.max { ($0.value, $1.key) < ($1.value, $0.key) }?.key
        }
    }
}

func scenario() -> String {
    let votes = Votes()
    DispatchQueue.concurrentPerform(iterations: 3) { index in
        votes.vote(for: index == 1 ? "cat" : "dog")
    }
    return votes.winner ?? "nobody"
}

func allowed(_ winner: String) -> Bool { winner == "dog" }
