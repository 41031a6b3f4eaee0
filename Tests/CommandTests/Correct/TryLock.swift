import Foundation

/// Does the work if no other thread is doing it, and leaves it to that thread otherwise.
final class Cleaner {
    private let lock = NSLock()
    private var rounds = 0

    func cleanIfFree() -> Bool {
        guard lock.try() else { return false }
        defer { lock.unlock() }
        rounds += 1
        return true
    }

    func total() -> Int { lock.withLock { rounds } }
}

func scenario() -> String {
    let cleaner = Cleaner()
    let group = DispatchGroup()
    var other = false
    DispatchQueue.global().async(group: group) { other = cleaner.cleanIfFree() }
    let own = cleaner.cleanIfFree()
    group.wait()
    let successes = (own ? 1 : 0) + (other ? 1 : 0)
    return "\(successes == cleaner.total()) \(successes >= 1)"
}

func allowed(_ text: String) -> Bool { text == "true true" }
