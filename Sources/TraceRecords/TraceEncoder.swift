/// Makes the bytes of a trace file, version 1, from records given one by one.
///
/// Each lane fills its own chunks, as the recorder's threads do. Names go into pinned chunks.
public struct TraceEncoder: Sendable {
    /// The contents of the file's header.
    public struct Header: Sendable {
        /// Bytes of a chunk: a multiple of 32 from 1,024 to 16 MiB.
        public var chunkSize = 64 << 10
        public var origin = TraceOrigin.recorder
        /// Ticks of the counter a second; nil when times are nanoseconds.
        public var ticksPerSecond: UInt64?
        /// The values of the counter and the monotonic clock at the start.
        public var startTicks: UInt64 = 0
        public var startNanoseconds: UInt64 = 0
        /// Nanoseconds since 1970.
        public var startDate: UInt64 = 0
        /// Their values at the end; nil when the process did not write them.
        public var endTicks: UInt64?
        public var endNanoseconds: UInt64?
        public var processID: UInt32 = 1
        public var endedInOrder = true
        public var isAnnotated = false
        /// Records that could not be kept.
        public var neverWritten: UInt64 = 0
        public var overwritten: UInt64 = 0
        /// From this tick on no record was replaced, where some were.
        public var completeFrom: UInt64 = 0
        /// When the recording was last started after a stop; 0: never.
        public var restarted: UInt64 = 0
        /// How the process ended, as `waitpid` reports it; nil when not known.
        public var status: UInt32?
        /// The kinds and queues that were to be recorded.
        public var choice = RecordedChoice.all
        public var program = ""
        public var arguments: [String] = []
        public init() {}
    }

    /// The place of a record: the call, the closure that it was given, and the value that the record's kind explains.
    public struct Place: Equatable, Sendable {
        public var call: UInt64
        public var closure: UInt64
        public var extra: UInt64
        public init(call: UInt64 = 0, closure: UInt64 = 0, extra: UInt64 = 0) {
            self.call = call
            self.closure = closure
            self.extra = extra
        }
    }

    public var header: Header
    /// Everything after the header.
    private var chunks: [UInt8] = []
    /// Where each lane's open chunk begins in `chunks`, by lane and whether it is pinned.
    private var open: [UInt64: Int] = [:]
    private var sequence: UInt64 = 0
    private var lastPlace: [UInt64: Place] = [:]

    public init(_ header: Header = Header()) { self.header = header }

    /// Adds one record, followed by its place and its name.
    /// - Parameters:
    ///   - time: in ticks of the header's clock.
    ///   - lane: the number of the writing thread, from 1.
    ///   - sharesPlace: writes the short form where the place is that of the lane's last record that had one.
    ///   - text: a name that belongs to the record; cut to what fits a chunk and to 4,096 bytes.
    ///   - isPinned: whether the record is stored with the names, which are always kept.
    public mutating func append(
        _ kind: EventKind, at time: UInt64, lane: UInt32, object: UInt64 = 0, argument: UInt64 = 0, detail: UInt16 = 0,
        place: Place? = nil, sharesPlace: Bool = false, text: String? = nil, isPinned: Bool = false
    ) {
        let name = text.map(cut)
        let size = TraceFormat.recordSize * (1 + (place == nil ? 0 : 1)) + (name.map(size) ?? 0)
        let key = UInt64(lane) << 1 | (isPinned ? 1 : 0)
        let isNew = makeRoom(size, lane: lane, isPinned: isPinned, time: time)
        if isNew { lastPlace[key] = nil }
        var bits = detail & TraceFormat.Detail.values
        var ownPlace = place
        if let place {
            if sharesPlace, lastPlace[key] == place {
                bits |= TraceFormat.Detail.samePlace
                ownPlace = nil
            } else {
                bits |= TraceFormat.Detail.ownPlace
                lastPlace[key] = place
            }
        }
        write(time, kind.rawValue, bits, lane, object, argument, key)
        if let ownPlace { write(ownPlace.call, EventKind.place.rawValue, 0, lane, ownPlace.closure, ownPlace.extra, key) }
        if let name { write(name, of: kind == .note ? 0 : textObject(kind, object, argument, lane), kind, time, lane, key) }
    }

    /// Adds a name that comes later than the record that it belongs to, such as that of a queue that is named after it was made.
    /// - Parameters:
    ///   - kind: the kind of the records whose names are such texts.
    ///   - object: what has the name.
    public mutating func append(text: String, of object: UInt64, _ kind: EventKind, at time: UInt64, lane: UInt32) {
        let name = cut(text)
        if makeRoom(size(of: name), lane: lane, isPinned: false, time: time) { lastPlace[UInt64(lane) << 1] = nil }
        write(name, of: object, kind, time, lane, UInt64(lane) << 1)
    }

    /// The bytes of a text that are written: what fits a chunk, and at most 4,096.
    private func cut(_ text: String) -> [UInt8] {
        let room = header.chunkSize - TraceFormat.chunkHeaderSize - 3 * TraceFormat.recordSize
        return Array(text.utf8.prefix(min(TraceFormat.longestText, room)))
    }

    /// The bytes that a text takes in a file: a record, and full units.
    private func size(of name: [UInt8]) -> Int {
        TraceFormat.recordSize * (1 + (name.count + TraceFormat.recordSize - 1) / TraceFormat.recordSize)
    }

    private mutating func write(_ name: [UInt8], of object: UInt64, _ kind: EventKind, _ time: UInt64, _ lane: UInt32, _ key: UInt64) {
        write(time, EventKind.text.rawValue, UInt16(name.count), lane, object, UInt64(kind.rawValue), key)
        commit(name + [UInt8](repeating: 0, count: size(of: name) - TraceFormat.recordSize - name.count), key)
    }

    private func textObject(_ kind: EventKind, _ object: UInt64, _ argument: UInt64, _ lane: UInt32) -> UInt64 {
        switch kind {
        case .threadStarted: UInt64(lane)
        case .operationDepends: argument
        default: object
        }
    }

    /// The whole file, with names for the addresses in it.
    public func encoded(naming names: [PlaceName]) -> [UInt8] {
        var annotated = self
        annotated.header.isAnnotated = true
        let time = max(header.endTicks ?? 0, header.startTicks)
        return annotated.encoded() + Self.nameChunks(names, chunkSize: header.chunkSize, time: time, sequence: Self.sequenceOfNames)
    }

    /// A number that no chunk of records has, nor the numbers after it.
    package static let sequenceOfNames: UInt64 = 1 << 63

    /// The whole file.
    public func encoded() -> [UInt8] {
        typealias Field = TraceFormat.Header
        var page = [UInt8](repeating: 0, count: TraceFormat.headerSize)
        page.replaceSubrange(0..<TraceFormat.magic.count, with: TraceFormat.magic)
        page.store(TraceFormat.version, at: Field.version)
        page.store(UInt32(TraceFormat.headerSize), at: Field.headerSize)
        page.store(UInt32(header.chunkSize), at: Field.chunkSize)
        page.store(UInt32(chunks.count / header.chunkSize), at: Field.capacity)
        page.store(UInt32(header.ticksPerSecond == nil ? 0 : 1), at: Field.clock)
        page.store(UInt32(header.origin == .explorer ? 1 : header.origin == .simulation ? 2 : 0), at: Field.origin)
        page.store(header.startTicks, at: Field.startTicks)
        page.store(header.startNanoseconds, at: Field.startNanoseconds)
        page.store(header.startDate, at: Field.startDate)
        page.store(header.endTicks ?? 0, at: Field.endTicks)
        page.store(header.endNanoseconds ?? 0, at: Field.endNanoseconds)
        page.store(header.ticksPerSecond ?? 0, at: Field.ticksPerSecond)
        page.store(header.processID, at: Field.processID)
        let flags =
            (header.endedInOrder ? TraceFormat.Flag.endedInOrder : 0) | (header.isAnnotated ? TraceFormat.Flag.annotated : 0)
        page.store(flags, at: Field.flags)
        page.store(header.neverWritten, at: Field.neverWritten)
        page.store(header.overwritten, at: Field.overwritten)
        page.store(header.completeFrom, at: Field.completeFrom)
        page.store(header.restarted, at: Field.restarted)
        page.store(header.status ?? TraceFormat.unknownStatus, at: Field.status)
        page.store(header.choice.leftOut, at: Field.leftOut)
        var pattern = Field.queues
        for name in header.choice.queues {
            page.replaceSubrange(pattern..<(pattern + name.utf8.count), with: Array(name.utf8))
            pattern += name.utf8.count + 1
        }
        let program = Array(header.program.utf8.prefix(Field.programSize - 1))
        page.replaceSubrange(Field.program..<(Field.program + program.count), with: program)
        var offset = Field.arguments
        for argument in header.arguments {
            let bytes = Array(argument.utf8)
            guard offset + bytes.count + 2 <= Field.arguments + Field.argumentsSize else { break }
            page.replaceSubrange(offset..<(offset + bytes.count), with: bytes)
            offset += bytes.count + 1
        }
        return page + chunks
    }

    /// Pinned chunks that name addresses, to be put after the chunks of a file.
    /// - Parameters:
    ///   - time: in ticks of that file's clock.
    ///   - sequence: one that no chunk of the file has, nor the numbers after it.
    package static func nameChunks(
        _ names: [PlaceName], chunkSize: Int, time: UInt64, sequence: UInt64
    ) -> [UInt8] {
        var header = Header()
        header.chunkSize = chunkSize
        var encoder = TraceEncoder(header)
        encoder.sequence = sequence
        for name in names {
            encoder.append(
                .placeName, at: time, lane: 0, object: name.address, argument: UInt64(clamping: name.location.line),
                detail: (name.isClosure ? 1 : 0) | (name.location.isStaging ? TraceFormat.staging : 0),
                text: "\(name.location.function)\t\(name.location.file)"
                    + (name.location.text.isEmpty ? "" : "\t\(name.location.text)"), isPinned: true)
        }
        return encoder.chunks
    }

    /// Opens a chunk when the lane has none with this much room; returns whether it did.
    private mutating func makeRoom(_ size: Int, lane: UInt32, isPinned: Bool, time: UInt64) -> Bool {
        let key = UInt64(lane) << 1 | (isPinned ? 1 : 0)
        if let start = open[key] {
            let used = TraceFormat.chunkHeaderSize + Int(chunks.load(start + TraceFormat.ChunkHeader.committed, as: UInt32.self))
            if used + size <= header.chunkSize { return false }
        }
        typealias Field = TraceFormat.ChunkHeader
        let start = chunks.count
        chunks += [UInt8](repeating: 0, count: header.chunkSize)
        chunks.store(TraceFormat.chunkMagic, at: start)
        chunks.store(lane, at: start + Field.lane)
        chunks.store(sequence, at: start + Field.sequence)
        chunks.store(UInt32(isPinned ? 1 : 0), at: start + Field.flags)
        chunks.store(time, at: start + Field.ticks)
        let elapsed = Double(time &- header.startTicks) * 1e9 / Double(header.ticksPerSecond ?? 1_000_000_000)
        chunks.store(header.startNanoseconds &+ UInt64(min(max(elapsed, 0), 1e18)), at: start + Field.nanoseconds)
        chunks.store(UInt64(lane == 1 ? UInt64(header.processID) : UInt64(header.processID) + UInt64(lane)), at: start + Field.threadID)
        sequence += 1
        open[key] = start
        return true
    }

    private mutating func write(
        _ time: UInt64, _ kind: UInt16, _ detail: UInt16, _ lane: UInt32, _ object: UInt64, _ argument: UInt64, _ key: UInt64
    ) {
        var record = [UInt8](repeating: 0, count: TraceFormat.recordSize)
        record.store(time, at: 0)
        record.store(kind, at: 8)
        record.store(detail, at: 10)
        record.store(lane, at: 12)
        record.store(object, at: 16)
        record.store(argument, at: 24)
        commit(record, key)
    }

    private mutating func commit(_ bytes: [UInt8], _ key: UInt64) {
        guard let start = open[key] else { return }
        let committed = Int(chunks.load(start + TraceFormat.ChunkHeader.committed, as: UInt32.self))
        let target = start + TraceFormat.chunkHeaderSize + committed
        chunks.replaceSubrange(target..<(target + bytes.count), with: bytes)
        chunks.store(UInt32(committed + bytes.count), at: start + TraceFormat.ChunkHeader.committed)
    }
}

extension [UInt8] {
    /// Writes a number, little-endian.
    fileprivate mutating func store<Number: FixedWidthInteger & BitwiseCopyable>(_ number: Number, at offset: Int) {
        withUnsafeMutableBytes { $0.storeBytes(of: number.littleEndian, toByteOffset: offset, as: Number.self) }
    }

    /// Reads a little-endian number.
    fileprivate func load<Number: FixedWidthInteger & BitwiseCopyable>(_ offset: Int, as type: Number.Type) -> Number {
        withUnsafeBytes { Number(littleEndian: $0.loadUnaligned(fromByteOffset: offset, as: Number.self)) }
    }
}
