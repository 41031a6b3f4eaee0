// A counter under a lock, and whoever brings it to zero tells: what a group does, by hand. The case of no photos needs a line of its own.
import Dispatch
import Synchronization

typealias Download = (_ name: String, _ ended: @escaping (Error?) -> Void) -> Void

func downloadAll(_ names: [String], with download: @escaping Download, completion: @escaping () -> Void) {
    guard !names.isEmpty else { return DispatchQueue.main.async(execute: completion) }
    let count = Count(names.count)
    for name in names {
        download(name) { error in
            if let error { print("\(name) is missing: \(error)") }
            if count.isLast() { DispatchQueue.main.async(execute: completion) }
        }
    }
}

private final class Count: Sendable {
    private let left: Mutex<Int>

    init(_ count: Int) { left = Mutex(count) }

    func isLast() -> Bool {
        left.withLock { left in
            left -= 1
            return left == 0
        }
    }
}
