import Dispatch
import Foundation

/// One for all, made at its first use, with a lock for what it keeps.
final class Registry {
    static let shared = Registry()
    private let lock = NSLock()
    private var names: Set<String> = []

    private init() { names.insert("first") }

    func register(_ name: String) {
        lock.lock()
        defer { lock.unlock() }
        names.insert(name)
    }

    var count: Int { lock.withLock { names.count } }
}

func scenario() -> Int {
    let group = DispatchGroup()
    for name in ["a", "b"] {
        DispatchQueue.global().async(group: group) { Registry.shared.register(name) }
    }
    group.wait()
    return Registry.shared.count
}

func allowed(_ count: Int) -> Bool { count == 3 }
