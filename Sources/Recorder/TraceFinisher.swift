import Words
import CInterposition
import Glibc
import Trace

/// A tracer's last changes to the trace of a process that has ended, possibly without writing its
/// end.
public enum TraceFinisher {
    fileprivate typealias Header = TraceFormat.Header

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
    /// - Throws: `ExplainedError` when the file cannot be opened or written.
    @discardableResult
    public static func finish(path: String, ending: Trace.Ending, processID: Int32? = nil) throws(ExplainedError) -> Int32? {
        let file = open(path, O_RDWR | O_CLOEXEC)
        guard file >= 0 else { throw .cannotRecord(into: path, errno: errno) }
        defer { close(file) }
        var magic = [UInt8](repeating: 0, count: TraceFormat.magic.count)
        guard pread(file, &magic, magic.count, 0) == magic.count, magic == TraceFormat.magic else { return nil }
        let recorded = Int32(bitPattern: number(at: Header.processID, in: file))
        let isOther = processID.map { $0 != recorded } ?? false
        if isOther, recorded > 0, kill(recorded, 0) == 0 { return recorded }
        if !isOther, let status = ending.waitStatus {
            guard withUnsafeBytes(of: status.littleEndian, { pwrite(file, $0.baseAddress, 4, off_t(Header.status)) }) == 4 else {
                throw .cannotRecord(into: path, errno: errno)
            }
            if case .killed = ending { try writeEnd(in: file, path: path) }
        }
        let chunkSize = off_t(number(at: Header.chunkSize, in: file)), headerSize = off_t(number(at: Header.headerSize, in: file))
        guard chunkSize >= TraceFormat.smallestChunk, headerSize >= TraceFormat.headerSize else { return nil }
        let size = lseek(file, 0, SEEK_END)
        // Chunks are used from the front: all chunks after the first unused one are unused.
        var used = headerSize
        while used + off_t(TraceFormat.chunkHeaderSize) <= size, number(at: Int(used), in: file) != 0 { used += chunkSize }
        if used < size, ftruncate(file, used) != 0 { throw .cannotRecord(into: path, errno: errno) }
        return nil
    }

    /// Leaves out all but the last part of a trace: a reader shows what happened from then on.
    ///
    /// The records stay in the file. A trace that is shorter, or whose end is not known, stays as it is.
    /// - Parameter last: nanoseconds before the end.
    /// - Throws: `ExplainedError` when the file cannot be opened or written.
    public static func keep(last: Int64, path: String) throws(ExplainedError) {
        let file = open(path, O_RDWR | O_CLOEXEC)
        guard file >= 0 else { throw .cannotRecord(into: path, errno: errno) }
        defer { close(file) }
        let start = long(at: Header.startTicks, in: file), startTime = long(at: Header.startNanoseconds, in: file),
            end = long(at: Header.endTicks, in: file),
            endTime = long(at: Header.endNanoseconds, in: file)
        guard end > start, endTime > startTime, last > 0 else { return }
        let ticks = Double(end - start) / Double(endTime - startTime) * Double(last)
        guard ticks < Double(end - start) else { return }
        let from = end - UInt64(ticks)
        guard from > long(at: Header.completeFrom, in: file) else { return }
        guard withUnsafeBytes(of: from.littleEndian, { pwrite(file, $0.baseAddress, 8, off_t(Header.completeFrom)) }) == 8 else {
            throw .cannotRecord(into: path, errno: errno)
        }
        // All overwritten records are earlier, so nothing of this part is lost.
        let flags = number(at: Header.flags, in: file) | TraceFormat.Flag.lastPart
        guard withUnsafeBytes(of: flags.littleEndian, { pwrite(file, $0.baseAddress, 4, off_t(Header.flags)) }) == 4 else {
            throw .cannotRecord(into: path, errno: errno)
        }
    }

    private static func long(at offset: Int, in file: Int32) -> UInt64 {
        UInt64(number(at: offset, in: file)) | UInt64(number(at: offset + 4, in: file)) << 32
    }

    /// Where the process could not write its end itself, this instant is its end.
    fileprivate static func writeEnd(in file: Int32, path: String) throws(ExplainedError) {
        guard long(at: Header.endTicks, in: file) == 0 else { return }
        let countsTicks = number(at: Header.clock, in: file) == 1
        let now = [interleave_now(countsTicks).littleEndian, interleave_now(false).littleEndian]
        guard now.withUnsafeBytes({ pwrite(file, $0.baseAddress, 16, off_t(Header.endTicks)) }) == 16 else {
            throw .cannotRecord(into: path, errno: errno)
        }
    }

    fileprivate static func number(at offset: Int, in file: Int32) -> UInt32 {
        var value: UInt32 = 0
        let count = withUnsafeMutableBytes(of: &value) { pread(file, $0.baseAddress, 4, off_t(offset)) }
        return count == 4 ? UInt32(littleEndian: value) : 0
    }
}

/// The recorded process, where it is not the tracer's child: a launcher (`timeout`, a script) has started it.
///
/// If it is killed, nothing writes its end, and its launcher can live on. So the tracer looks for its end.
public final class LaunchedProcess {
    private let path: String
    private let launcher: Int32
    private var process: Int32 = 0
    private var isDone = false

    /// - Parameter launcher: the tracer's child.
    public init(trace path: String, launcher: Int32) {
        self.path = path
        self.launcher = launcher
    }

    /// Whether its end is still to come.
    public var isNeeded: Bool { !isDone }

    /// Looks at the process. If it has ended and has not written its end, this instant is its end.
    public func look() {
        if !isDone, process == 0 { find() }
        guard !isDone, process > 0, hasEnded else { return }
        isDone = true
        let file = open(path, O_RDWR | O_CLOEXEC)
        guard file >= 0 else { return }
        defer { close(file) }
        // (A file that cannot be written is reported when it is completed.)
        try? TraceFinisher.writeEnd(in: file, path: path)
    }

    private func find() {
        let file = open(path, O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { return }
        defer { close(file) }
        var magic = [UInt8](repeating: 0, count: TraceFormat.magic.count)
        guard pread(file, &magic, magic.count, 0) == magic.count, magic == TraceFormat.magic else { return }
        process = Int32(bitPattern: TraceFinisher.number(at: TraceFinisher.Header.processID, in: file))
        isDone = process == launcher
    }

    /// Whether it is not there, or is dead and its launcher has not asked for its end yet.
    private var hasEnded: Bool {
        let file = open("/proc/\(process)/stat", O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { return errno == ENOENT }
        defer { close(file) }
        var bytes = [UInt8](repeating: 0, count: 512)
        let count = read(file, &bytes, bytes.count)
        guard count > 0 else { return errno == ESRCH }
        // "1234 (name) Z …": the name can have any characters.
        guard let bracket = bytes[..<count].lastIndex(of: UInt8(ascii: ")")), bracket + 2 < count else { return false }
        return [UInt8(ascii: "Z"), UInt8(ascii: "X")].contains(bytes[bracket + 2])
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
