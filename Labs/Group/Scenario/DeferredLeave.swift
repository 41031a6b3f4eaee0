import Dispatch
import Synchronization

/// The fix: `defer` leaves the group on every way out of the block.
///
/// - Returns: the photos that were shown when the wait returned.
public func leaveInEachCase(_ photos: Int) -> Int {
    let queue = DispatchQueue(label: "downloads"), group = DispatchGroup()
    let shown = Atomic(0)
    for photo in 1...photos {
        group.enter()
        queue.async {
            defer { group.leave() }
            guard photo != 2 else { return }  // This one is missing.
            shown.add(1, ordering: .relaxed)
        }
    }
    group.wait()
    return shown.load(ordering: .relaxed)
}
