import CInterposition
import Glibc
import Trace

/// A tracer's last changes to the trace of a process that has ended, possibly without writing its
/// end.
public enum TraceFinisher {
    /// Writes how the process ended into the header and cuts off chunks that were never used.
    ///
    /// Call this as soon as the process has ended: the end of a killed process is the time of this
    /// call, not that of its last record. (A process that hangs writes no records, and its long
    /// wait is visible.)
    ///
    /// A file that is not a trace is left unchanged. When the recorded process is not `processID`
    /// (a script started it), its end is not known here and not written; and as long as it lives,
    /// nothing is cut off, since that would kill it.
    ///
    /// - Returns: the recorded process, where it is another one and still runs; else nil.
    /// - Throws: `RecorderError` when the file cannot be opened or written.
    @discardableResult
    public static func finish(path: String, ending: Trace.Ending, processID: Int32? = nil) throws(RecorderError) -> Int32? {
        let file = open(path, O_RDWR | O_CLOEXEC)
        guard file >= 0 else { throw .cannotRecord(into: path, errno: errno) }
        defer { close(file) }
        var magic = [UInt8](repeating: 0, count: 8)
        guard pread(file, &magic, 8, 0) == 8, magic == Array("INTRLEAV".utf8) else { return nil }
        let recorded = Int32(bitPattern: number(at: 80, in: file))
        let isOther = processID.map { $0 != recorded } ?? false
        if isOther, recorded > 0, kill(recorded, 0) == 0 { return recorded }
        if !isOther, let status = ending.waitStatus {
            guard withUnsafeBytes(of: status.littleEndian, { pwrite(file, $0.baseAddress, 4, 104) }) == 4 else {
                throw .cannotRecord(into: path, errno: errno)
            }
            if case .killed = ending { try writeEnd(in: file, path: path) }
        }
        let chunkSize = off_t(number(at: 16, in: file)), headerSize = off_t(number(at: 12, in: file))
        guard chunkSize >= 1024, headerSize >= 4096 else { return nil }
        let size = lseek(file, 0, SEEK_END)
        // Chunks are used from the front: all chunks after the first unused one are unused.
        var used = headerSize
        while used + 64 <= size, number(at: used, in: file) != 0 { used += chunkSize }
        if used < size, ftruncate(file, used) != 0 { throw .cannotRecord(into: path, errno: errno) }
        return nil
    }

    /// Leaves out all but the last part of a trace: a reader shows what happened from then on.
    ///
    /// The records stay in the file. A trace that is shorter, or whose end is not known, stays as it is.
    /// - Parameter last: nanoseconds before the end.
    /// - Throws: `RecorderError` when the file cannot be opened or written.
    public static func keep(last: Int64, path: String) throws(RecorderError) {
        let file = open(path, O_RDWR | O_CLOEXEC)
        guard file >= 0 else { throw .cannotRecord(into: path, errno: errno) }
        defer { close(file) }
        let start = long(at: 32, in: file), startTime = long(at: 40, in: file), end = long(at: 56, in: file),
            endTime = long(at: 64, in: file)
        guard end > start, endTime > startTime, last > 0 else { return }
        let ticks = Double(end - start) / Double(endTime - startTime) * Double(last)
        guard ticks < Double(end - start) else { return }
        let from = end - UInt64(ticks)
        guard from > long(at: 112, in: file) else { return }
        guard withUnsafeBytes(of: from.littleEndian, { pwrite(file, $0.baseAddress, 8, 112) }) == 8 else {
            throw .cannotRecord(into: path, errno: errno)
        }
        // All overwritten records are earlier, so nothing of this part is lost.
        let flags = number(at: 84, in: file) | 16
        guard withUnsafeBytes(of: flags.littleEndian, { pwrite(file, $0.baseAddress, 4, 84) }) == 4 else {
            throw .cannotRecord(into: path, errno: errno)
        }
    }

    private static func long(at offset: off_t, in file: Int32) -> UInt64 {
        UInt64(number(at: offset, in: file)) | UInt64(number(at: offset + 4, in: file)) << 32
    }

    /// Where the process could not write its end itself, this instant is its end.
    private static func writeEnd(in file: Int32, path: String) throws(RecorderError) {
        guard number(at: 56, in: file) == 0, number(at: 60, in: file) == 0 else { return }
        let countsTicks = number(at: 24, in: file) == 1
        let now = [interleave_now(countsTicks).littleEndian, interleave_now(false).littleEndian]
        guard now.withUnsafeBytes({ pwrite(file, $0.baseAddress, 16, 56) }) == 16 else { throw .cannotRecord(into: path, errno: errno) }
    }

    private static func number(at offset: off_t, in file: Int32) -> UInt32 {
        var value: UInt32 = 0
        let count = withUnsafeMutableBytes(of: &value) { pread(file, $0.baseAddress, 4, offset) }
        return count == 4 ? UInt32(littleEndian: value) : 0
    }
}

extension Trace.Ending {
    /// The status as `waitpid` gives it; nil where it is not known.
    var waitStatus: UInt32? {
        switch self {
        case .exited(let code): UInt32(bitPattern: (code & 0xFF) << 8)
        case .killed(let signal): UInt32(bitPattern: signal & 0x7F)
        case .unknown, .stopped: nil
        }
    }
}
