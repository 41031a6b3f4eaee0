import Dispatch

/// Hands lines over in batches, and never more than two batches at a time.
///
/// If the main thread is behind, the operation waits for it. So the main queue never holds more than
/// two batches.
class BatchOperation: LineOperation, @unchecked Sendable {
    private let room = DispatchSemaphore(value: 2)
    private var batch: [String] = []

    override func deliver(_ line: String) {
        batch.append(line)
        if batch.count == list.batchSize { handOver() }
    }

    override func deliverRemainder() { if !batch.isEmpty { handOver() } }

    private func handOver() {
        room.wait()
        if isCancelled {
            room.signal()  // A semaphore must not be destroyed while its count is below its first value.
            return
        }
        DispatchQueue.main.async { [self, batch] in
            show(batch)
            room.signal()
        }
        batch = []
        list.busyTime.blockWasSubmitted()
    }

    /// Runs on the main thread. Only the list knows whether the user still wants these lines, and only
    /// the main thread changes the list. So no line is shown after the user has cancelled.
    func show(_ lines: [String]) {
        if !list.isClosed { list.show(lines) }
    }
}
