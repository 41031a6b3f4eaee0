import Words

/// The contents of the first page of a trace file.
struct TraceHeader: Equatable {
    var chunkSize = 64 << 10
    var capacity: UInt32 = 0
    /// Times are ticks of the time-stamp counter and not nanoseconds.
    var countsTicks = false
    var origin = Trace.Origin.recorder
    var startTicks: UInt64 = 0
    var startNanoseconds: UInt64 = 0
    var startDate: UInt64 = 0
    var endTicks: UInt64 = 0
    var endNanoseconds: UInt64 = 0
    var ticksPerSecond: UInt64 = 0
    var processID: UInt32 = 0
    var flags: UInt32 = 0
    var neverWritten: UInt64 = 0
    var overwritten: UInt64 = 0
    var status: UInt32 = TraceFormat.unknownStatus
    /// From this tick on no record was replaced; 0: none was, or the file does not say.
    var completeFrom: UInt64 = 0
    /// The tick at which the recording was last started after a stop; 0: there is none.
    var restarted: UInt64 = 0
    /// The kinds and queues that were to be recorded.
    var choice = RecordedChoice.all
    var program = ""
    var arguments: [String] = []

    init() {}

    /// Reads and checks the header; errors that do not stop the reader go into `damage`.
    init(_ bytes: UnsafeRawBufferPointer, damage: inout [String]) throws(ExplainedError) {
        try Self.checkShape(bytes)
        typealias Field = TraceFormat.Header
        chunkSize = Int(bytes.number(Field.chunkSize, as: UInt32.self))
        capacity = bytes.number(Field.capacity, as: UInt32.self)
        let clock = bytes.number(Field.clock, as: UInt32.self)
        if clock > 1 {
            damage.append("byte 24: the clock is of kind \(clock), which this version does not know, so times are read as nanoseconds")
        }
        countsTicks = clock == 1
        let from = bytes.number(Field.origin, as: UInt32.self)
        if from > 2 {
            damage.append("byte 28: the origin is \(from), which this version does not know, so the trace is read as a real run")
        }
        origin = from == 1 ? .explorer : from == 2 ? .simulation : .recorder
        startTicks = bytes.number(Field.startTicks, as: UInt64.self)
        startNanoseconds = bytes.number(Field.startNanoseconds, as: UInt64.self)
        startDate = bytes.number(Field.startDate, as: UInt64.self)
        endTicks = bytes.number(Field.endTicks, as: UInt64.self)
        endNanoseconds = bytes.number(Field.endNanoseconds, as: UInt64.self)
        ticksPerSecond = bytes.number(Field.ticksPerSecond, as: UInt64.self)
        processID = bytes.number(Field.processID, as: UInt32.self)
        flags = bytes.number(Field.flags, as: UInt32.self)
        neverWritten = bytes.number(Field.neverWritten, as: UInt64.self)
        overwritten = bytes.number(Field.overwritten, as: UInt64.self)
        status = bytes.number(Field.status, as: UInt32.self)
        completeFrom = bytes.number(Field.completeFrom, as: UInt64.self)
        restarted = bytes.number(Field.restarted, as: UInt64.self)
        program = SafeText.replaced(bytes.terminatedText(Field.program, limit: Field.programSize))
        arguments = Self.texts(bytes, at: Field.arguments, size: Field.argumentsSize)
        choice = RecordedChoice(
            leftOut: bytes.number(Field.leftOut, as: UInt32.self), queues: Self.texts(bytes, at: Field.queues, size: Field.queuesSize))
        if flags & TraceFormat.Flag.diskFull != 0 {
            damage.append("the disk was full while this was recorded, so the end of the run is missing")
        }
    }

    /// Texts that end with a zero each, up to an empty one.
    private static func texts(_ bytes: UnsafeRawBufferPointer, at start: Int, size: Int) -> [String] {
        var texts: [String] = []
        var offset = start
        let end = start + size
        while offset < end, bytes[offset] != 0 {
            texts.append(SafeText.replaced(bytes.terminatedText(offset, limit: end - offset)))
            offset += bytes[offset..<end].prefix { $0 != 0 }.count + 1
        }
        return texts
    }

    private static func checkShape(_ bytes: UnsafeRawBufferPointer) throws(ExplainedError) {
        let start = bytes.prefix(TraceFormat.magic.count)
        guard start.elementsEqual(TraceFormat.magic.prefix(start.count)), !start.isEmpty else {
            let found = start.map { byte in
                let digits = String(byte, radix: 16)
                return digits.count == 1 ? "0\(digits)" : digits
            }
            throw ExplainedError(
                .notATrace, "This is not a trace: at byte 0 it has \(found.joined(separator: " ")), but a trace begins with INTRLEAV.",
                byte: 0,
                cure: "Give a file that was written by the command trace, or by a lab's --record FILE.")
        }
        guard bytes.count >= TraceFormat.headerSize else {
            throw ExplainedError(
                .truncated, "The trace ends at byte \(Wording.grouped(bytes.count)), inside its header of 4,096 bytes: no record is left.",
                byte: bytes.count, cure: "It was cut short, perhaps while it was copied. Copy it again, or record the run again.")
        }
        let version = bytes.number(TraceFormat.Header.version, as: UInt32.self)
        guard version == TraceFormat.version else {
            throw ExplainedError(
                .unknownVersion, "Byte 8: the trace is of version \(version), but this reader knows only version 1.", byte: 8,
                cure: version > 1 && version < 1000
                    ? "Read it with the newer interleave that wrote it, or record the run again with this one."
                    : "The header is damaged. Record the run again.")
        }
        let headerSize = bytes.number(TraceFormat.Header.headerSize, as: UInt32.self)
        guard headerSize == TraceFormat.headerSize else {
            throw ExplainedError(
                .invalidHeader, "Byte 12: the header claims to have \(Wording.grouped(headerSize)) bytes, but in version 1 it has 4,096.",
                byte: 12,
                cure: "The header is damaged. Record the run again.")
        }
        let chunkSize = bytes.number(TraceFormat.Header.chunkSize, as: UInt32.self)
        guard chunkSize >= TraceFormat.smallestChunk, chunkSize <= TraceFormat.largestChunk, chunkSize.isMultiple(of: 32) else {
            throw ExplainedError(
                .invalidHeader,
                "Byte 16: the chunk size is \(Wording.grouped(chunkSize)) bytes, but it must be a multiple of 32 from 1,024 to 16,777,216.",
                byte: 16, cure: "The header is damaged. Record the run again.")
        }
    }

    /// How the process ended, as `waitpid` reported it.
    var ending: Trace.Ending {
        // The process went on without being recorded.
        if flags & TraceFormat.Flag.stoppedEarly != 0 { return .stopped }
        if status != TraceFormat.unknownStatus {
            let signal = Int32(status & 0x7F)
            if signal == 0 { return .exited(code: Int32((status >> 8) & 0xFF)) }
            if signal != 0x7F { return .killed(signal: signal) }
        }
        return flags & TraceFormat.Flag.endedInOrder != 0 ? .stopped : .unknown
    }
}
