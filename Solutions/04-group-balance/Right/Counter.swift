// A counter under a lock. It begins at 1 for the loop itself, so no upload can make it zero before
// all of them have been counted.
import Synchronization

typealias Upload = (_ photo: [UInt8], _ ended: @escaping (Error?) -> Void) -> Void

func backUp(
    _ names: [String], load: @escaping (_ name: String) -> [UInt8]?, upload: @escaping Upload, completion: @escaping () -> Void
) {
    let left = Left()
    for name in names {
        guard let photo = load(name) else { continue }
        left.begin()
        upload(photo) { error in
            guard error != nil else { return left.end(completion) }
            upload(photo) { _ in left.end(completion) }
        }
    }
    left.end(completion)
}

private final class Left: Sendable {
    private let count = Mutex(1)

    func begin() { count.withLock { $0 += 1 } }

    func end(_ completion: () -> Void) {
        let isLast = count.withLock { count in
            count -= 1
            return count == 0
        }
        if isLast { completion() }
    }
}
