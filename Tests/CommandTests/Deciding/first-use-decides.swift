// assertion: 8, 14, 16
// Says: The first use of a global or static variable runs its initializer
// Advises: must not depend on the thread that runs it
import Foundation

/// The first thread that asks is the leader.
enum Team {
    static let leader = Thread.isMainThread ? "main" : "worker"
}

func scenario() -> String {
    let group = DispatchGroup()
    DispatchQueue.global().async(group: group) {
        _ = Team.leader
    }
    let leader = Team.leader
    group.wait()
    return leader
}

func allowed(_ leader: String) -> Bool { leader == "main" }
