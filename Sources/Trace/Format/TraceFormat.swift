/// The numbers of `Format.md` that the reader and the encoder share.
package enum TraceFormat {
    package static let magic = Array("INTRLEAV".utf8)
    package static let version: UInt32 = 1
    package static let headerSize = 4096
    package static let chunkMagic: UInt32 = 0x4B4E_4843
    package static let chunkHeaderSize = 64
    package static let recordSize = 32
    package static let smallestChunk = 1024
    package static let largestChunk = 16 << 20
    package static let longestText = 4096
    package static let unknownStatus: UInt32 = 0xFFFF_FFFF

    /// Bits of a record's detail.
    package enum Detail {
        package static let ownPlace: UInt16 = 1 << 15
        package static let samePlace: UInt16 = 1 << 14
        package static let values: UInt16 = (1 << 14) - 1
    }

    /// Bits of the header's flags.
    package enum Flag {
        package static let endedInOrder: UInt32 = 1
        package static let diskFull: UInt32 = 2
        package static let stoppedEarly: UInt32 = 8
        package static let lastPart: UInt32 = 16
        package static let annotated: UInt32 = 4
    }

    /// Where the fields of the header are.
    package enum Header {
        package static let version = 8
        package static let headerSize = 12
        package static let chunkSize = 16
        package static let capacity = 20
        package static let clock = 24
        package static let origin = 28
        package static let startTicks = 32
        package static let startNanoseconds = 40
        package static let startDate = 48
        package static let endTicks = 56
        package static let endNanoseconds = 64
        package static let ticksPerSecond = 72
        package static let processID = 80
        package static let flags = 84
        package static let neverWritten = 88
        package static let overwritten = 96
        package static let status = 104
        package static let completeFrom = 112
        package static let leftOut = 124
        package static let restarted = 128
        package static let program = 256
        package static let programSize = 1024
        package static let arguments = 1280
        package static let argumentsSize = 2048
        package static let queues = 3328
        package static let queuesSize = 384
    }

    /// Where the fields of a chunk's header are.
    package enum ChunkHeader {
        package static let lane = 4
        package static let sequence = 8
        package static let committed = 16
        package static let flags = 20
        package static let ticks = 24
        package static let nanoseconds = 32
        package static let threadID = 40
        package static let lost = 48
        package static let closed = 56
        package static let pinned: UInt32 = 1
    }

    /// Bits of an `itemEnqueued` record's detail; the low byte says how.
    package enum Enqueue {
        package static let barrier: UInt16 = 1 << 8
        package static let inGroup: UInt16 = 1 << 9
        package static let callerWaits: UInt16 = 1 << 10
    }

    /// Bit of the detail of a width or a priority: it was not set now, but found to be so.
    package static let found: UInt16 = 1
    /// The low byte of an `itemBegan` record's detail for a completion block.
    package static let completion: UInt16 = 14
    /// The low byte of an `itemEnqueued` record's detail for a `notify` block of a work item.
    package static let workItemNotify: UInt16 = 9
    /// The low byte of an `itemBegan` record's detail for a job on an actor.
    package static let actorJob: UInt16 = 12
    /// The low byte of a `lockAcquired` record's detail for a lock that is acquired for reading.
    package static let lockForReading: UInt16 = 1
    /// For a place's name: its file is part of a lab's staging.
    package static let staging: UInt16 = 2

    /// Bit of a `waitEnded` record's detail; the low byte is the kind of the wait.
    package static let waitTimedOut: UInt16 = 1 << 8
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
