import Dispatch

/// The bug: each line is a block for the main queue.
///
/// Nothing limits the queue. If the main thread is busy, the lines of the file collect in memory
/// again: in the queue of the main thread.
final class EachLineOperation: LineOperation, @unchecked Sendable {
    override func deliver(_ line: String) {
        if isCancelled { return }
        DispatchQueue.main.async { [list] in list.show([line]) }
        list.busyTime.blockWasSubmitted()
    }
}
