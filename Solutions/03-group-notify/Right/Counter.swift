// A counter under a lock: the download that makes it zero completes. No photos is a special case.
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
