import TraceRecords

extension ExecutionRecord {
    /// Leaves out all but the latest entries of the kinds that a long execution has many of. The others name threads and count.
    /// - Returns: the number of entries that are left out.
    mutating func keepLatest(_ most: Int) -> Int {
        let many: Set<EventKind> = [
            .memoryRead, .memoryWritten, .memoryAtomic, .lockAcquired, .lockReleased, .waitBegan, .waitEnded, .note,
        ]
        // (What semaphores and groups count includes each wait.)
        func isOfMany(_ entry: Entry) -> Bool {
            many.contains(entry.event) && !(entry.event == .waitEnded && entry.detail & 0xFF == ExecutionRecorder.Wait.semaphore.rawValue)
        }
        let candidates = entries.indices.filter { isOfMany(entries[$0]) }
        guard candidates.count > most else { return 0 }
        let dropped = Set(candidates.dropLast(most))
        keepEntries { !dropped.contains($0) }
        return dropped.count
    }
}
