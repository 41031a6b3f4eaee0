import Dispatch
import Synchronization

/// The bug: `enter` is called in the block. No block has begun when `wait` looks, so the group is still empty.
///
/// - Returns: the photos that had arrived when the wait returned.
public func enterInside(_ photos: Int) -> Int {
    let queue = DispatchQueue(label: "downloads"), group = DispatchGroup()
    let arrived = Atomic(0)
    queue.suspend()  // It is busy.
    for _ in 1...photos {
        queue.async {
            group.enter()
            arrived.add(1, ordering: .relaxed)
            group.leave()
        }
    }
    group.wait()
    let seen = arrived.load(ordering: .relaxed)
    queue.resume()
    return seen
}
