/// Some chunks of one lane, read record by record.
///
/// A lane has two streams: its pinned chunks (names) and its others. Each is in the order in which it was written.
struct RecordStream {
    /// Positions in `ChunkIndex.chunks` that are still to be read.
    var chunks: Range<Int>
    /// Lane of the latest record: its number in the file, and its index.
    var laneNumber: UInt32
    var lane: Int32
    /// Offsets in the file: the next record, and where its chunk ends.
    var offset = 0
    var end = 0
    /// Time of the record at `offset`, never before the one ahead of it.
    var time: Int64 = 0
    /// The last place of this chunk, for records that share it, and its extra value.
    var lastPlace: Int32 = -1
    var lastExtra: UInt64 = 0

    init(chunks: Range<Int>, lane: Int32, laneNumber: UInt32) {
        self.chunks = chunks
        self.lane = lane
        self.laneNumber = laneNumber
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
