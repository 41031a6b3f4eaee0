/// The numbers of `Format.md` that the reader and the encoder share.
package enum TraceFormat {
    package static let magic = Array("INTRLEAV".utf8)
    @inlinable package static var version: UInt32 { 1 }
    @inlinable package static var headerSize: Int { 4096 }
    @inlinable package static var chunkMagic: UInt32 { 0x4B4E_4843 }
    @inlinable package static var chunkHeaderSize: Int { 64 }
    @inlinable package static var recordSize: Int { 32 }
    @inlinable package static var smallestChunk: Int { 1024 }
    @inlinable package static var largestChunk: Int { 16 << 20 }
    @inlinable package static var longestText: Int { 4096 }
    @inlinable package static var unknownStatus: UInt32 { 0xFFFF_FFFF }

    /// Bits of a record's detail.
    package enum Detail {
        @inlinable package static var ownPlace: UInt16 { 1 << 15 }
        @inlinable package static var samePlace: UInt16 { 1 << 14 }
        @inlinable package static var values: UInt16 { (1 << 14) - 1 }
    }

    /// Bits of the header's flags.
    package enum Flag {
        @inlinable package static var endedInOrder: UInt32 { 1 }
        @inlinable package static var diskFull: UInt32 { 2 }
        @inlinable package static var stoppedEarly: UInt32 { 8 }
        @inlinable package static var lastPart: UInt32 { 16 }
        @inlinable package static var annotated: UInt32 { 4 }
    }

    /// Where the fields of the header are.
    package enum Header {
        @inlinable package static var version: Int { 8 }
        @inlinable package static var headerSize: Int { 12 }
        @inlinable package static var chunkSize: Int { 16 }
        @inlinable package static var capacity: Int { 20 }
        @inlinable package static var clock: Int { 24 }
        @inlinable package static var origin: Int { 28 }
        @inlinable package static var startTicks: Int { 32 }
        @inlinable package static var startNanoseconds: Int { 40 }
        @inlinable package static var startDate: Int { 48 }
        @inlinable package static var endTicks: Int { 56 }
        @inlinable package static var endNanoseconds: Int { 64 }
        @inlinable package static var ticksPerSecond: Int { 72 }
        @inlinable package static var processID: Int { 80 }
        @inlinable package static var flags: Int { 84 }
        @inlinable package static var neverWritten: Int { 88 }
        @inlinable package static var overwritten: Int { 96 }
        @inlinable package static var status: Int { 104 }
        @inlinable package static var completeFrom: Int { 112 }
        @inlinable package static var leftOut: Int { 124 }
        @inlinable package static var restarted: Int { 128 }
        @inlinable package static var program: Int { 256 }
        @inlinable package static var programSize: Int { 1024 }
        @inlinable package static var arguments: Int { 1280 }
        @inlinable package static var argumentsSize: Int { 2048 }
        @inlinable package static var queues: Int { 3328 }
        @inlinable package static var queuesSize: Int { 384 }
    }

    /// Where the fields of a chunk's header are.
    package enum ChunkHeader {
        @inlinable package static var lane: Int { 4 }
        @inlinable package static var sequence: Int { 8 }
        @inlinable package static var committed: Int { 16 }
        @inlinable package static var flags: Int { 20 }
        @inlinable package static var ticks: Int { 24 }
        @inlinable package static var nanoseconds: Int { 32 }
        @inlinable package static var threadID: Int { 40 }
        @inlinable package static var lost: Int { 48 }
        @inlinable package static var closed: Int { 56 }
        @inlinable package static var pinned: UInt32 { 1 }
    }

    /// Bits of an `itemEnqueued` record's detail; the low byte says how.
    package enum Enqueue {
        @inlinable package static var barrier: UInt16 { 1 << 8 }
        @inlinable package static var inGroup: UInt16 { 1 << 9 }
        @inlinable package static var callerWaits: UInt16 { 1 << 10 }
    }

    /// Bit of the detail of a width or a priority: it was not set now, but found to be so.
    @inlinable package static var found: UInt16 { 1 }
    /// The low byte of an `itemBegan` record's detail for a completion block.
    @inlinable package static var completion: UInt16 { 14 }
    /// The low byte of an `itemEnqueued` record's detail for a `notify` block of a work item.
    @inlinable package static var workItemNotify: UInt16 { 9 }
    /// The low byte of an `itemBegan` record's detail for a job on an actor.
    @inlinable package static var actorJob: UInt16 { 12 }
    /// The low byte of a `lockAcquired` record's detail for a lock that is acquired for reading.
    @inlinable package static var lockForReading: UInt16 { 1 }
    /// For a place's name: its file is part of a lab's staging.
    @inlinable package static var staging: UInt16 { 2 }

    /// Bit of a `waitEnded` record's detail; the low byte is the kind of the wait.
    @inlinable package static var waitTimedOut: UInt16 { 1 << 8 }
    /// The lowest bit of the number of the call, in the detail of a wait in the kernel; and the mask of that number.
    @inlinable package static var kernelCallBit: UInt16 { 9 }
    @inlinable package static var kernelCalls: UInt16 { 31 }

    /// The bytes of the two records of a wait that is not over, which a mark follows.
    @inlinable package static var openWaitSize: Int { 2 * recordSize }
}
