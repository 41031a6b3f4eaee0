import Words

/// One chunk of a trace file whose header has been checked: `records` lies inside the file.
struct Chunk: Equatable {
    var records: Range<Int>
    var lane: UInt32
    var sequence: UInt64
    var isPinned: Bool
    var ticks: UInt64
    var nanoseconds: UInt64
    var threadID: UInt64
    /// Records of this lane that were lost before this chunk.
    var lost: UInt64
}

/// All chunks of a file, ordered by lane, pinned ones first, then by sequence.
struct ChunkIndex {
    var chunks: [Chunk] = []
    /// Offset after the last chunk, used or not.
    var end = TraceFormat.headerSize

    init(_ bytes: UnsafeRawBufferPointer, extents: [Range<Int>], chunkSize: Int, damage: inout DamageLog) {
        var next = TraceFormat.headerSize
        for extent in extents {
            // The first chunk that starts in this extent and has not been read.
            if extent.lowerBound > next { next += (extent.lowerBound - next + chunkSize - 1) / chunkSize * chunkSize }
            while next < extent.upperBound {
                add(bytes, at: next, chunkSize: chunkSize, damage: &damage)
                next += chunkSize
            }
        }
        end = next
        chunks.sort { one, other in
            if one.lane != other.lane { return one.lane < other.lane }
            if one.isPinned != other.isPinned { return one.isPinned }
            if one.sequence != other.sequence { return one.sequence < other.sequence }
            return one.records.lowerBound < other.records.lowerBound
        }
    }

    private mutating func add(_ bytes: UnsafeRawBufferPointer, at offset: Int, chunkSize: Int, damage: inout DamageLog) {
        typealias Field = TraceFormat.ChunkHeader
        let available = min(bytes.count - offset, chunkSize)
        guard available >= TraceFormat.chunkHeaderSize else {
            damage.note(
                "truncated at byte \(Wording.grouped(bytes.count)): the chunk at byte \(Wording.grouped(offset)) has no whole header")
            return
        }
        let magic = bytes.number(offset, as: UInt32.self)
        if magic == 0 { return }
        guard magic == TraceFormat.chunkMagic else {
            damage.note(
                "byte \(Wording.grouped(offset)): a chunk should begin here and does not, so its \(Wording.grouped(available)) bytes are skipped"
            )
            return
        }
        let flags = bytes.number(offset + Field.flags, as: UInt32.self)
        let isPinned = flags & Field.pinned != 0
        let lane = bytes.number(offset + Field.lane, as: UInt32.self)
        if lane == 0, !isPinned {
            damage.note("byte \(Wording.grouped(offset + Field.lane)): a chunk without a lane, which is skipped")
            return
        }
        var committed = Int(bytes.number(offset + Field.committed, as: UInt32.self))
        if committed > chunkSize - TraceFormat.chunkHeaderSize {
            damage.note(
                "byte \(Wording.grouped(offset + Field.committed)): the chunk claims \(Wording.grouped(committed)) bytes of records and has room for "
                    + "\(Wording.grouped(chunkSize - TraceFormat.chunkHeaderSize)), so only the readable part is shown")
            committed = chunkSize - TraceFormat.chunkHeaderSize
        }
        let room = available - TraceFormat.chunkHeaderSize
        if committed > room {
            let lost = (committed - room + TraceFormat.recordSize - 1) / TraceFormat.recordSize
            damage.note("truncated at byte \(Wording.grouped(bytes.count)): \(Wording.grouped(lost)) records are lost")
            committed = room
        } else if available < chunkSize {
            damage.note(
                "truncated at byte \(Wording.grouped(bytes.count)): the file ends inside a chunk, and any later records are missing")
        }
        committed -= committed % TraceFormat.recordSize
        let start = offset + TraceFormat.chunkHeaderSize
        if Self.hasOpenWait(bytes, after: committed, in: offset, room: room) { committed += TraceFormat.openWaitSize }
        chunks.append(
            Chunk(
                records: start..<(start + committed), lane: lane, sequence: bytes.number(offset + Field.sequence, as: UInt64.self),
                isPinned: isPinned, ticks: bytes.number(offset + Field.ticks, as: UInt64.self),
                nanoseconds: bytes.number(offset + Field.nanoseconds, as: UInt64.self),
                threadID: bytes.number(offset + Field.threadID, as: UInt64.self),
                lost: bytes.number(offset + Field.lost, as: UInt64.self)))
    }
}

extension ChunkIndex {
    /// Whether the chunk's thread was in a call when the recording ended: the records of that wait follow the finished ones, and a mark
    /// behind them names this chunk and this end.
    private static func hasOpenWait(_ bytes: UnsafeRawBufferPointer, after committed: Int, in offset: Int, room: Int) -> Bool {
        let mark = committed + TraceFormat.openWaitSize
        guard mark + TraceFormat.recordSize <= room else { return false }
        let start = offset + TraceFormat.chunkHeaderSize + mark
        return bytes.number(start + 8, as: UInt16.self) == EventKind.waitOpen.rawValue
            && bytes.number(start + 16, as: UInt64.self) == bytes.number(offset + TraceFormat.ChunkHeader.sequence, as: UInt64.self)
            && bytes.number(start + 24, as: UInt64.self) == UInt64(committed)
    }
}

/// The parts that could not be read, in words; the first few in full, all others only counted.
struct DamageLog {
    private(set) var words: [String] = []
    private var more = 0
    private let limit = 20

    mutating func note(_ text: String) {
        if words.count < limit { words.append(text) } else { more += 1 }
    }

    /// All words, with a last line for those that were only counted.
    var report: [String] { more == 0 ? words : words + ["and \(Wording.grouped(more)) more places like these"] }
}
