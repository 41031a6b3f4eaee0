import Words

/// Reads the records of all lanes and merges them by time.
///
/// Each stream is at its next event; a heap finds the earliest one. Reading an event also reads the
/// place and the texts after it. Linear in the number of records, times the logarithm of the number
/// of lanes where lanes alternate.
struct RecordDecoder {
    private let bytes: UnsafeRawBufferPointer
    private let chunks: [Chunk]
    private let clock: TraceClock
    private var streams: [RecordStream] = []
    private var places = PlaceTable()
    private var recording = Recording()
    private var laneTable = IntegerTable()

    static func decode(
        _ bytes: UnsafeRawBufferPointer, index: ChunkIndex, clock: TraceClock, progress: (Double) -> Void = { _ in }
    ) -> Recording {
        var decoder = RecordDecoder(bytes: bytes, chunks: index.chunks, clock: clock)
        decoder.makeStreams()
        decoder.merge(progress)
        decoder.sortLanes()
        decoder.recording.places = decoder.places.places
        return decoder.recording
    }

    private init(bytes: UnsafeRawBufferPointer, chunks: [Chunk], clock: TraceClock) {
        self.bytes = bytes
        self.chunks = chunks
        self.clock = clock
    }

    /// One stream for each run of chunks that have the lane and the pin in common.
    private mutating func makeStreams() {
        var start = 0
        while start < chunks.count {
            let first = chunks[start]
            var end = start + 1
            while end < chunks.count, chunks[end].lane == first.lane, chunks[end].isPinned == first.isPinned { end += 1 }
            let lane = first.lane == 0 ? -1 : laneIndex(first.lane, threadID: first.threadID)
            streams.append(RecordStream(chunks: start..<end, number: first.lane, lane: lane))
            start = end
        }
    }

    private mutating func laneIndex(_ number: UInt32, threadID: UInt64) -> Int32 {
        let known = laneTable[UInt64(number)]
        if known != 0 { return Int32(known - 1) }
        recording.lanes.append(Trace.Lane(name: "", threadID: threadID))
        recording.laneNumbers.append(number)
        laneTable[UInt64(number)] = UInt64(recording.lanes.count)
        return Int32(recording.lanes.count - 1)
    }

    /// Puts the lanes in the order of their numbers.
    private mutating func sortLanes() {
        let numbers = recording.laneNumbers
        let order = numbers.indices.sorted { numbers[$0] < numbers[$1] }
        guard !order.elementsEqual(numbers.indices) else { return }
        var position = [Int32](repeating: 0, count: order.count)
        for (new, old) in order.enumerated() { position[old] = Int32(new) }
        recording.lanes = order.map { recording.lanes[$0] }
        recording.laneNumbers = order.map { numbers[$0] }
        recording.events.renumberLanes(position)
    }

    private mutating func merge(_ progress: (Double) -> Void) {
        var heap = TimeHeap()
        let most = Double(max(1, chunks.reduce(0) { $0 + $1.records.count / TraceFormat.recordSize }))
        var next = 0
        for index in streams.indices where advance(index) { heap.insert(time: streams[index].time, stream: Int32(index)) }
        while let top = heap.first {
            let index = Int(top.stream)
            // While this stream stays the earliest, the heap need not be touched.
            let bound = heap.second
            var goesOn = true
            repeat {
                take(index)
                if recording.events.count >= next {
                    progress(Double(next) / most)
                    next += 1 << 16
                }
                goesOn = advance(index)
            } while goesOn && TimeHeap.Entry(time: streams[index].time, stream: top.stream).isBefore(bound)
            if goesOn { heap.replaceFirst(time: streams[index].time) } else { heap.removeFirst() }
        }
    }

    /// Moves a stream to its next event and reads the records between; false at its end.
    private mutating func advance(_ index: Int) -> Bool {
        while streams[index].hasRecord(chunks) {
            let offset = streams[index].offset
            let kind = bytes.number(offset + 8, as: UInt16.self)
            switch kind {
            case Event.Kind.text.rawValue:
                takeText(index)
                continue
            case Event.Kind.place.rawValue:
                takePlace(index)
                continue
            case Event.Kind.moduleLoaded.rawValue, Event.Kind.placeName.rawValue:
                takeName(index, kind)
                continue
            default:
                break
            }
            guard Event.Kind.isEvent(kind) else {
                recording.unknownRecords += 1
                streams[index].offset += TraceFormat.recordSize
                continue
            }
            guard let time = clock.nanoseconds(bytes.number(offset, as: UInt64.self)) else {
                recording.impossibleTimes += 1
                streams[index].offset += TraceFormat.recordSize
                continue
            }
            streams[index].time = max(time, streams[index].time)
            return true
        }
        return false
    }

    /// Reads a stream's current event and its place.
    @inline(__always) private mutating func take(_ index: Int) {
        let offset = streams[index].offset
        let kind = bytes.number(offset + 8, as: UInt16.self)
        let detail = bytes.number(offset + 10, as: UInt16.self)
        streams[index].offset = offset + TraceFormat.recordSize
        var place: Int32 = -1
        var extra: UInt64 = 0
        if detail & TraceFormat.Detail.ownPlace != 0 {
            let next = offset + TraceFormat.recordSize
            if next + TraceFormat.recordSize <= streams[index].end,
                bytes.number(next + 8, as: UInt16.self) == Event.Kind.place.rawValue
            {
                takePlace(index)
                place = streams[index].lastPlace
                extra = streams[index].lastExtra
            }
        } else if detail & TraceFormat.Detail.samePlace != 0 {
            place = streams[index].lastPlace
            extra = streams[index].lastExtra
        }
        // Each record says whose it is: names of all lanes share a chunk, and an ended thread's chunk is filled up by another.
        let number = bytes.number(offset + 12, as: UInt32.self)
        if number != streams[index].number, number != 0 {
            streams[index].number = number
            streams[index].lane = laneIndex(number, threadID: 0)
        }
        let lane = streams[index].lane
        if lane < 0 { return }
        let isCompletion = kind == Event.Kind.itemBegan.rawValue && detail & 0xFF == TraceFormat.completion
        let isNotify = kind == Event.Kind.itemEnqueued.rawValue && detail & 0xFF == TraceFormat.workItemNotify
        if isCompletion || isNotify { recording.mentioned[extra] = 1 }
        if extra != 0, isCompletion || kind == Event.Kind.itemEnqueued.rawValue || Event.Kind.namesFunctions.contains(kind) {
            recording.extras.append(Recording.Extra(event: recording.events.count, value: extra))
        }
        var event = Event(
            time: streams[index].time, kind: Event.Kind(rawValue: kind), detail: detail & TraceFormat.Detail.values, lane: 0,
            object: bytes.number(offset + 16, as: UInt64.self), argument: bytes.number(offset + 24, as: UInt64.self))
        event.lane = lane
        event.place = place
        recording.append(event)
    }

    private mutating func takePlace(_ index: Int) {
        let offset = streams[index].offset
        streams[index].lastPlace = places.index(
            call: bytes.number(offset, as: UInt64.self), closure: bytes.number(offset + 16, as: UInt64.self))
        streams[index].lastExtra = bytes.number(offset + 24, as: UInt64.self)
        streams[index].offset += TraceFormat.recordSize
    }

    /// The text at a stream's position, which is passed; nil when it is cut off or too long.
    private mutating func readText(_ index: Int) -> (object: UInt64, use: UInt64, text: String)? {
        let offset = streams[index].offset
        let length = Int(bytes.number(offset + 10, as: UInt16.self) & TraceFormat.Detail.values)
        let start = offset + TraceFormat.recordSize
        guard length <= TraceFormat.longestText, start + length <= streams[index].end else {
            recording.cutTexts += 1
            streams[index].offset = length <= TraceFormat.longestText ? streams[index].end : start
            return nil
        }
        streams[index].offset = start + (length + TraceFormat.recordSize - 1) / TraceFormat.recordSize * TraceFormat.recordSize
        let text = String(decoding: UnsafeRawBufferPointer(rebasing: bytes[start..<(start + length)]), as: UTF8.self)
        return (bytes.number(offset + 16, as: UInt64.self), bytes.number(offset + 24, as: UInt64.self), text)
    }

    private mutating func takeText(_ index: Int) {
        guard let text = readText(index) else { return }
        recording.texts.append(
            Recording.Text(event: recording.events.count - 1, use: text.use, object: text.object, text: SafeText.replaced(text.text)))
    }

    /// A module or the name of a place: a record and its text, which are not an event.
    private mutating func takeName(_ index: Int, _ kind: UInt16) {
        let offset = streams[index].offset
        let first = bytes.number(offset + 16, as: UInt64.self), second = bytes.number(offset + 24, as: UInt64.self)
        let detail = bytes.number(offset + 10, as: UInt16.self)
        streams[index].offset += TraceFormat.recordSize
        guard streams[index].offset + TraceFormat.recordSize <= streams[index].end,
            bytes.number(streams[index].offset + 8, as: UInt16.self) == Event.Kind.text.rawValue,
            let text = readText(index)
        else { return }
        if kind == Event.Kind.moduleLoaded.rawValue {
            recording.modules.append(Trace.Module(firstAddress: first, size: second, path: SafeText.replaced(text.text)))
        } else {
            let parts = text.text.split(separator: "\t", maxSplits: 2, omittingEmptySubsequences: false)
            recording.placeNames.append(
                PlaceNames.Name(
                    address: first, isClosure: detail & 1 != 0,
                    location: Trace.Place.Location(
                        function: SafeText.replaced(String(parts[0])), file: parts.count > 1 ? SafeText.replaced(String(parts[1])) : "",
                        line: Int(clamping: second), text: parts.count > 2 ? SafeText.replaced(String(parts[2])) : "",
                        isStaging: detail & TraceFormat.staging != 0)))
        }
    }
}

extension Event.Kind {
    /// Whether records of this kind are events: known, and neither a place, a text nor a name.
    @inline(__always) static func isEvent(_ kind: UInt16) -> Bool {
        switch kind {
        case 10...13, 20...26, 30...31, 40...43, 45...46, 50...51, 55...57, 60...64, 70...76, 80...87, 90...93, 100...102, 110, 122: true
        default: false
        }
    }
}
