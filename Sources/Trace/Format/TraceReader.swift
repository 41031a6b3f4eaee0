import Words

/// Reads trace files (`Format.md`).
///
/// A reader trusts nothing in a file: a damaged part is skipped and reported in `Trace.damage`; a
/// file that cannot be read at all is a `ExplainedError`.
public enum TraceReader {
    /// Most bytes of data a file may hold, unless the caller allows more: 4 GiB.
    public static let largestFile = 4 << 30

    /// Reads a trace file and derives its facts.
    ///
    /// Linear in the file's data; holes of a sparse file cost nothing. A million records take well under a second.
    /// - Parameters:
    ///   - largest: most bytes of data to read, holes not counted.
    ///   - progress: called now and then with the part that is done, from 0 to 1.
    /// - Throws: `ExplainedError` when the file is missing, unreadable, empty, no trace, or of another version.
    public static func read(
        path: String, largest: Int = largestFile, progress: (Double) -> Void = { _ in }
    ) throws(ExplainedError) -> Trace {
        let image = try FileImage(path: path, largest: largest)
        let bytes = image.bytes, extents = image.extents
        // The image ends after the last use of its bytes, and not before.
        defer { withExtendedLifetime(image.extents) {} }
        do {
            return try read(bytes, extents: extents, release: { FileImage.release(bytes) }, progress: progress)
        } catch {
            var error = error
            error.path = path
            throw error
        }
    }

    /// Reads a trace from the bytes of a file.
    /// - Throws: `ExplainedError`, as for a file.
    public static func read(bytes: UnsafeRawBufferPointer) throws(ExplainedError) -> Trace {
        guard !bytes.isEmpty else {
            throw ExplainedError(
                .empty, "There are 0 bytes, and a trace begins with a header of 4,096.", byte: 0,
                cure: "Record the run again.")
        }
        return try read(bytes, extents: [0..<bytes.count])
    }

    /// Reads a trace from the bytes of a file.
    /// - Throws: `ExplainedError`, as for a file.
    public static func read(bytes: [UInt8]) throws(ExplainedError) -> Trace {
        let result = bytes.withUnsafeBytes { buffer in
            Result { () throws(ExplainedError) in try read(bytes: buffer) }
        }
        return try result.get()
    }

    /// - Parameter release: called when the bytes have been read; they are not touched again.
    private static func read(
        _ bytes: UnsafeRawBufferPointer, extents: [Range<Int>], release: () -> Void = {}, progress: (Double) -> Void = { _ in }
    ) throws(ExplainedError) -> Trace {
        var trace = Trace()
        let header = try TraceHeader(bytes, damage: &trace.damage)
        var damage = DamageLog()
        let index = ChunkIndex(bytes, extents: extents, chunkSize: header.chunkSize, damage: &damage)
        let clock = TraceClock(header, chunks: index.chunks, damage: &damage)
        var recording = RecordDecoder.decode(bytes, index: index, clock: clock) { progress(0.4 * $0) }
        release()
        if header.origin == .recorder { recording.orderActorTurns() }
        trace.coverage.choice = header.choice
        trace.coverage.start = completeFrom(header, index.chunks, clock)
        recording.cut(before: trace.coverage.start, restarted: header.restarted == 0 ? 0 : clock.nanoseconds(header.restarted) ?? 0)
        if recording.impossibleTimes > 0 {
            damage.note("\(Wording.grouped(recording.impossibleTimes)) records have an impossible time, so they are left out")
        }
        if recording.cutTexts > 0 { damage.note("\(Wording.grouped(recording.cutTexts)) names are cut off, so they are left out") }
        if recording.unknownRecords > 0 {
            damage.note(
                "\(Wording.grouped(recording.unknownRecords)) records are of a kind that this version does not know, so they are left out")
        }
        trace.coverage.hasGaps = header.neverWritten > 0 || !damage.report.isEmpty
        trace.damage += damage.report

        trace.origin = header.origin
        trace.program = header.program
        trace.arguments = header.arguments
        trace.processID = Int32(truncatingIfNeeded: header.processID)
        trace.startedAt = header.startDate
        trace.ending = header.ending
        trace.droppedRecords = dropped(header, index.chunks)
        let end = header.endTicks == 0 ? 0 : clock.nanoseconds(header.endTicks) ?? 0
        trace.duration = max(end, recording.lastTime)
        Derivation.derive(&recording, into: &trace) { progress(0.4 + 0.6 * $0) }
        trace.checkInvariants()
        return trace
    }

    /// The time from which on no record was replaced or left out; 0: none was.
    private static func completeFrom(_ header: TraceHeader, _ chunks: [Chunk], _ clock: TraceClock) -> Int64 {
        guard header.overwritten > 0 || header.completeFrom > 0 else { return 0 }
        // A file that does not say it: the records that a chunk had before are older than its own.
        let from =
            header.completeFrom > 0
            ? header.completeFrom : chunks.lazy.filter { $0.sequence > header.capacity }.map(\.ticks).max() ?? header.startTicks
        // (Rounded up: a time within this nanosecond can be that of a lost record.)
        return (clock.nanoseconds(from) ?? 0) + 1
    }

    /// Records that were lost, as the header counts them or, where it has no count, the chunks.
    private static func dropped(_ header: TraceHeader, _ chunks: [Chunk]) -> Int {
        // Where only the last part was wanted, it begins after all that was overwritten.
        let overwritten = header.flags & TraceFormat.Flag.lastPart == 0 ? header.overwritten : 0
        let (sum, overflow) = header.neverWritten.addingReportingOverflow(overwritten)
        return Int(clamping: max(overflow ? .max : sum, chunks.map(\.lost).max() ?? 0))
    }
}
