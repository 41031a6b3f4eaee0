import Dispatch
import Synchronization

/// A block that runs submits another one to the same serial queue. The new block comes after those that are queued already.
///
/// - Returns: the numbers of the blocks in the order in which they ran.
public func submitInsideABlock() -> [Int] {
    let queue = DispatchQueue(label: "thumbnails"), everything = DispatchGroup()
    let ran = Mutex<[Int]>([])
    queue.suspend()
    queue.async(group: everything) {
        queue.async(group: everything) { ran.withLock { $0.append(3) } }
        ran.withLock { $0.append(1) }
    }
    queue.async(group: everything) { ran.withLock { $0.append(2) } }
    queue.resume()
    everything.wait()
    return ran.withLock { $0 }
}
