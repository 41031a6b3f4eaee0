import Recorder

/// The time to write one record, compared with the machine's time to store only the same bytes.
enum RecordBench {
    static func measure(_ folder: borrowing BenchFolder) throws -> [Figure] {
        try Recorder.start(Recorder.Options(file: folder.trace))
        defer { Recorder.stop() }
        // Twice the buffer: half of the batches touch new memory, as the first records of a run do.
        let batch = 10_000
        var records: [Double] = [], bare: [Double] = []
        for _ in 0..<folder.count(400) {
            records.append(Double(Recorder.nanosecondsToWrite(records: batch)) / Double(batch))
            bare.append(Double(Recorder.nanosecondsToStoreBare(records: batch)) / Double(batch))
        }
        let floor = bare.median
        return [
            Figure(
                "one record", records.median, "ns", baseline: floor, "time stamp and 32 bytes stored, nothing else",
                target: .init(of: .value, atMost: 40)),
            Figure(
                "one record, first touches included", records.reduce(0, +) / Double(records.count), "ns", baseline: floor,
                "time stamp and 32 bytes stored, nothing else", target: .init(of: .value, atMost: 60)),
        ]
    }
}
