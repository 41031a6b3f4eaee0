import Words
import CInterposition
import Glibc
import Trace

/// A copy of a trace at one moment, while the recorded process goes on.
///
/// The process is not stopped. Its threads fill chunks, and use the oldest ones again. A chunk that
/// changed its owner while it was copied is copied again. Records that threads wrote after the
/// moment of the snapshot are left out, in every chunk. Records that were replaced meanwhile are missing
/// at the beginning. So the header, which says from when on nothing is missing, is read last.
public enum TraceSnapshot {
    /// Copies the trace of a running process.
    ///
    /// Linear in the size of its buffer; the copy has only the used part.
    /// - Parameters:
    ///   - path: the file that the process records into.
    ///   - copy: an existing file, which is overwritten.
    /// - Throws: `ExplainedError` when a file cannot be read or written, or is not a trace.
    public static func take(of path: String, into copy: String) throws(ExplainedError) {
        let source = open(path, O_RDONLY | O_CLOEXEC)
        guard source >= 0 else { throw .cannotRead(path, errno: errno) }
        defer { close(source) }
        let page = UnsafeMutableRawPointer.allocate(byteCount: headerSize, alignment: 64)
        defer { page.deallocate() }
        let size = Int(lseek(source, 0, SEEK_END))
        guard read(source, at: 0, headerSize, into: page), page.load(as: UInt64.self) == magic else {
            throw .cannotRead(path, errno: EINVAL)
        }
        let chunkSize = Int(page.load(fromByteOffset: Header.chunkSize, as: UInt32.self))
        guard chunkSize >= TraceFormat.smallestChunk, chunkSize <= TraceFormat.largestChunk, chunkSize.isMultiple(of: recordSize) else {
            throw .cannotRead(path, errno: EINVAL)
        }
        let target = open(copy, O_WRONLY | O_TRUNC | O_CLOEXEC)
        guard target >= 0 else { throw .cannotRecord(into: copy, errno: errno) }
        defer { close(target) }

        // The chunks are copied into memory first, because that is quick. If the whole buffer was used again meanwhile, nothing is
        // left of the moment: then it is done again. (A very large buffer is not used again so soon.)
        let room = (size - headerSize) / chunkSize * chunkSize
        let isKept = room <= largestCopy
        let chunks = UnsafeMutableRawPointer.allocate(byteCount: max(isKept ? room : chunkSize, 64), alignment: 64)
        defer { chunks.deallocate() }
        let countsTicks = page.load(fromByteOffset: Header.clock, as: UInt32.self) == 1
        var written = headerSize, torn = 0 as UInt64, now = 0 as UInt64, nanoseconds = 0 as UInt64, tries = 0
        repeat {
            (now, nanoseconds) = (interleave_now(countsTicks), interleave_now(false))
            (written, torn) = (headerSize, 0)
            tries += 1
            var offset = headerSize
            copying: while offset + chunkSize <= size {
                let chunk = chunks + (isKept ? written - headerSize : 0)
                switch readChunk(source, at: offset, chunkSize, into: chunk) {
                case .none: break copying
                case .copied:
                    if !isKept {
                        cut(chunk, after: now, room: chunkSize - chunkHeaderSize)
                        try write(chunk, chunkSize, at: written, to: target, copy)
                    }
                    written += chunkSize
                case .torn: torn += 1
                }
                offset += chunkSize
            }
            guard read(source, at: 0, headerSize, into: page) else { throw .cannotRead(path, errno: EINVAL) }
        } while isKept && tries < mostTries && page.load(fromByteOffset: Header.completeFrom, as: UInt64.self) > now
        // (A recording that is stopped ended then.)
        if page.load(fromByteOffset: Header.endTicks, as: UInt64.self) == 0 {
            page.storeBytes(of: now, toByteOffset: Header.endTicks, as: UInt64.self)
            page.storeBytes(of: nanoseconds, toByteOffset: Header.endNanoseconds, as: UInt64.self)
        }
        let flags = page.load(fromByteOffset: Header.flags, as: UInt32.self) | TraceFormat.Flag.endedInOrder
        page.storeBytes(of: flags, toByteOffset: Header.flags, as: UInt32.self)
        // (Records of these chunks are lost at an unknown time.)
        let lost = page.load(fromByteOffset: Header.neverWritten, as: UInt64.self) + torn
        page.storeBytes(of: lost, toByteOffset: Header.neverWritten, as: UInt64.self)
        try write(page, headerSize, at: 0, to: target, copy)
        if !isKept { return }
        for offset in stride(from: headerSize, to: written, by: chunkSize) {
            cut(chunks + offset - headerSize, after: now, room: chunkSize - chunkHeaderSize)
        }
        try write(chunks, written - headerSize, at: headerSize, to: target, copy)
    }

    private static let largestCopy = 256 << 20, mostTries = 16
    private typealias Header = TraceFormat.Header
    private static let headerSize = TraceFormat.headerSize, chunkHeaderSize = TraceFormat.chunkHeaderSize,
        recordSize = TraceFormat.recordSize
    private static let magic = TraceFormat.magic.reversed().reduce(0 as UInt64) { $0 << 8 | UInt64($1) }

    private enum ChunkCopy {
        case copied
        /// Its owner changed again and again.
        case torn
        /// It was never used, or the file ends before it: a process that ends cuts off what it did not use.
        case none
    }

    /// Copies a chunk whose owner does not change meanwhile.
    private static func readChunk(_ file: Int32, at offset: Int, _ size: Int, into copy: UnsafeMutableRawPointer) -> ChunkCopy {
        var header = (0 as UInt64, 0 as UInt64, 0 as UInt64)
        func isRead() -> Bool { withUnsafeMutableBytes(of: &header) { read(file, at: offset, 24, into: $0.baseAddress) } }
        for _ in 0..<16 {
            guard isRead(), UInt32(truncatingIfNeeded: header.0) != 0 else { return .none }
            let sequence = header.1, committed = min(Int(UInt32(truncatingIfNeeded: header.2)), size - chunkHeaderSize)
            // (A wait that is not over has its records and its mark behind the finished ones.)
            let copied = min(committed + TraceFormat.openWaitSize + recordSize, size - chunkHeaderSize)
            guard read(file, at: offset, chunkHeaderSize + copied, into: copy) else { return .none }
            memset(copy + chunkHeaderSize + copied, 0, size - chunkHeaderSize - copied)
            copy.storeBytes(of: UInt32(committed), toByteOffset: TraceFormat.ChunkHeader.committed, as: UInt32.self)
            // A chunk that is used again is emptied first, and gets its new number then.
            guard isRead() else { return .none }
            if header.1 == sequence, Int(UInt32(truncatingIfNeeded: header.2)) >= committed { return .copied }
        }
        return .torn
    }

    /// Reads from a file that another process can cut meanwhile; false if there are not so many bytes.
    private static func read(_ file: Int32, at offset: Int, _ count: Int, into bytes: UnsafeMutableRawPointer?) -> Bool {
        guard let bytes else { return false }
        var done = 0
        while done < count {
            let found = pread(file, bytes + done, count - done, off_t(offset + done))
            if found < 0, errno == EINTR { continue }
            guard found > 0 else { return false }
            done += found
        }
        return true
    }

    /// Ends a chunk before its first record that is later than the moment.
    private static func cut(_ chunk: UnsafeMutableRawPointer, after moment: UInt64, room: Int) {
        let committed = Int(chunk.load(fromByteOffset: TraceFormat.ChunkHeader.committed, as: UInt32.self))
        var offset = 0
        while offset + recordSize <= committed {
            let record = chunk + chunkHeaderSize + offset
            let kind = record.load(fromByteOffset: 8, as: UInt16.self)
            let isText = kind == Event.Kind.text.rawValue
            if kind != Event.Kind.place.rawValue, record.load(as: UInt64.self) > moment { break }
            let length = isText ? Int(record.load(fromByteOffset: 10, as: UInt16.self) & 0x3FFF) : 0
            offset += recordSize + (length + recordSize - 1) / recordSize * recordSize
        }
        chunk.storeBytes(of: UInt32(min(offset, committed)), toByteOffset: TraceFormat.ChunkHeader.committed, as: UInt32.self)
        // So does a wait that is not over: without its mark it does not count.
        let open = chunk + chunkHeaderSize + committed, size = TraceFormat.openWaitSize
        if committed + size + recordSize <= room, open.load(as: UInt64.self) > moment {
            open.storeBytes(of: 0, toByteOffset: size + 8, as: UInt16.self)
        }
    }

    private static func write(
        _ bytes: UnsafeRawPointer, _ count: Int, at offset: Int, to file: Int32, _ path: String
    ) throws(ExplainedError) {
        var done = 0
        while done < count {
            let written = pwrite(file, bytes + done, count - done, off_t(offset + done))
            if written < 0, errno == EINTR { continue }
            guard written > 0 else { throw .cannotRecord(into: path, errno: errno) }
            done += written
        }
    }

    /// The file that a process records into: it has mapped it. Nil: it is not recorded, or it cannot be looked into.
    public static func file(ofProcess process: Int32) -> String? {
        guard let maps = fopen("/proc/\(process)/maps", "r") else { return nil }
        defer { fclose(maps) }
        var line: UnsafeMutablePointer<CChar>?
        var room = 0
        defer { free(line) }
        while getline(&line, &room, maps) > 0 {
            // "7f5c1a000000-7f5c1e001000 rw-s 00000000 08:01 1234    /home/mia/run.trace"
            guard let line else { break }
            let fields = String(cString: line).split(separator: " ", maxSplits: 5, omittingEmptySubsequences: true)
            guard fields.count == 6, fields[1] == "rw-s", let start = fields[5].firstIndex(of: "/") else { continue }
            let path = String(fields[5][start...].dropLast())
            if describes(process, path) { return path }
        }
        return nil
    }

    private static func describes(_ process: Int32, _ path: String) -> Bool {
        let file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard file >= 0 else { return false }
        defer { close(file) }
        var header = [UInt8](repeating: 0, count: Header.processID + 4)
        guard pread(file, &header, header.count, 0) == header.count, header.starts(with: TraceFormat.magic) else { return false }
        return header[Header.processID...].reversed().reduce(0 as Int32) { $0 << 8 | Int32($1) } == process
    }
}

extension ExplainedError {
    static func cannotRead(_ file: String, errno code: Int32) -> ExplainedError {
        ExplainedError(
            .unwritable,
            code == EINVAL ? "\(file) is not a trace." : "The trace \(file) cannot be read: \(String(cString: strerror(code))).",
            cure: "Name a file that `interleave trace` is recording into.")
    }
}
