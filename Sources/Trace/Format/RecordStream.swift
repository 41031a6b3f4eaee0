/// Some chunks that one lane began, read record by record: its pinned chunks (names), or its others, in the order of their sequence.
///
/// Not every record in them needs to be of that lane, but time only goes forward in each.
struct RecordStream {
    /// Positions in `ChunkIndex.chunks` that are still to be read.
    var chunks: Range<Int>
    /// Lane of the last record: its number in the file, and its index (-1: no lane's).
    var number: UInt32
    var lane: Int32
    /// Offsets in the file: the next record, and where its chunk ends.
    var offset = 0
    var end = 0
    /// Time of the record at `offset`, never before the one ahead of it.
    var time: Int64 = 0
    /// The last place of this chunk, for records that share it, and its extra value.
    var lastPlace: Int32 = -1
    var lastExtra: UInt64 = 0

    init(chunks: Range<Int>, number: UInt32, lane: Int32) {
        self.chunks = chunks
        self.number = number
        self.lane = lane
    }

    /// Moves on to the next chunk when this one is used up; false at the end of the stream.
    @inline(__always) mutating func hasRecord(_ all: [Chunk]) -> Bool {
        while offset + TraceFormat.recordSize > end {
            guard let next = chunks.popFirst() else { return false }
            offset = all[next].records.lowerBound
            end = all[next].records.upperBound
            lastPlace = -1
            lastExtra = 0
        }
        return true
    }
}
