/// The numbers of `Format.md` that the reader and the encoder share.
enum TraceFormat {
    static let magic = Array("INTRLEAV".utf8)
    static let version: UInt32 = 1
    static let headerSize = 4096
    static let chunkMagic: UInt32 = 0x4B4E_4843
    static let chunkHeaderSize = 64
    static let recordSize = 32
    static let smallestChunk = 1024
    static let largestChunk = 16 << 20
    static let longestText = 4096
    static let unknownStatus: UInt32 = 0xFFFF_FFFF

    /// Bits of a record's detail.
    enum Detail {
        static let ownPlace: UInt16 = 1 << 15
        static let samePlace: UInt16 = 1 << 14
        static let values: UInt16 = (1 << 14) - 1
    }

    /// Bits of the header's flags.
    enum Flag {
        static let endedInOrder: UInt32 = 1
        static let diskFull: UInt32 = 2
        static let stoppedEarly: UInt32 = 8
        static let lastPart: UInt32 = 16
        static let annotated: UInt32 = 4
    }

    /// Where the fields of the header are.
    enum Header {
        static let version = 8
        static let headerSize = 12
        static let chunkSize = 16
        static let capacity = 20
        static let clock = 24
        static let origin = 28
        static let startTicks = 32
        static let startNanoseconds = 40
        static let startDate = 48
        static let endTicks = 56
        static let endNanoseconds = 64
        static let ticksPerSecond = 72
        static let processID = 80
        static let flags = 84
        static let neverWritten = 88
        static let overwritten = 96
        static let status = 104
        static let completeFrom = 112
        static let leftOut = 124
        static let restarted = 128
        static let program = 256
        static let programSize = 1024
        static let arguments = 1280
        static let argumentsSize = 2048
        static let queues = 3328
        static let queuesSize = 384
    }

    /// Where the fields of a chunk's header are.
    enum ChunkHeader {
        static let lane = 4
        static let sequence = 8
        static let committed = 16
        static let flags = 20
        static let ticks = 24
        static let nanoseconds = 32
        static let threadID = 40
        static let lost = 48
        static let closed = 56
        static let pinned: UInt32 = 1
    }

    /// Bits of an `itemEnqueued` record's detail; the low byte says how.
    enum Enqueue {
        static let barrier: UInt16 = 1 << 8
        static let inGroup: UInt16 = 1 << 9
        static let callerWaits: UInt16 = 1 << 10
    }

    /// Bit of the detail of a width or a priority: it was not set now, but found to be so.
    static let found: UInt16 = 1
    /// The low byte of an `itemBegan` record's detail for a completion block.
    static let completion: UInt16 = 14
    /// The same for a job on an actor.
    static let actorJob: UInt16 = 12
    /// The low byte of a `lockAcquired` record's detail for a lock that is acquired for reading.
    static let lockForReading: UInt16 = 1
    /// For a place's name: its file is part of a lab's staging.
    static let staging: UInt16 = 2

    /// Bit of a `waitEnded` record's detail; the low byte is the kind of the wait.
    static let waitTimedOut: UInt16 = 1 << 8
}

extension UnsafeRawBufferPointer {
    /// The little-endian number at `offset`, which the caller has checked to lie inside.
    @inline(__always) func number<Number: FixedWidthInteger & BitwiseCopyable>(_ offset: Int, as type: Number.Type) -> Number {
        Number(littleEndian: loadUnaligned(fromByteOffset: offset, as: type))
    }

    /// The text from `offset` up to a zero byte or `limit` bytes.
    func terminatedText(_ offset: Int, limit: Int) -> String {
        let field = self[Swift.min(offset, count)..<Swift.min(offset + limit, count)]
        return String(decoding: field.prefix { $0 != 0 }, as: UTF8.self)
    }
}
