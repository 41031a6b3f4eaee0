import Testing

@testable import Trace

@Suite("Reading what was written") struct ReaderTests {
    @Test("A queue, its items and a group come back with their names, times, lanes and places")
    func roundTrip() throws {
        var header = TraceEncoder.Header()
        header.chunkSize = 1024
        header.program = "/tmp/album"
        header.arguments = ["album", "--fast"]
        header.startNanoseconds = 1000
        header.startTicks = 1000
        var encoder = TraceEncoder(header)
        encoder.append(.queueCreated, at: 1010, lane: 1, object: 0xA0, detail: 1, text: "photos", isPinned: true)
        encoder.append(.groupCreated, at: 1011, lane: 1, object: 0x60)
        for number in 0..<40 {
            let time = 1100 + UInt64(number) * 10
            encoder.append(
                .itemEnqueued, at: time, lane: 1, object: UInt64(0x1000 + number), argument: 0xA0, detail: 1 << 9,
                place: .init(call: 0x500, closure: 0x400, extra: 0x60), sharesPlace: true)
            encoder.append(.itemBegan, at: time + 3, lane: 2, object: UInt64(0x1000 + number), argument: 0xA0)
            encoder.append(.itemEnded, at: time + 8, lane: 2, object: UInt64(0x1000 + number), argument: 0xA0)
        }
        encoder.append(.waitBegan, at: 1105, lane: 1, object: 0x60, argument: .max, detail: 0)
        encoder.append(.waitEnded, at: 2000, lane: 1, object: 0x60, detail: 0)
        let trace = try TraceReader.read(bytes: encoder.encoded())
        #expect(trace.damage.isEmpty)
        #expect(trace.program == "/tmp/album")
        #expect(trace.arguments == ["album", "--fast"])
        #expect(trace.queues.map(\.label) == ["photos"])
        #expect(trace.items.count == 40)
        #expect(trace.items[3].label == "closure 1 #4")
        #expect(trace.items[3].enqueued == 130)
        #expect(trace.items[3].began == 133)
        #expect(trace.items[3].ended == 138)
        #expect(trace.items[3].lane == 1)
        #expect(trace.items[3].enqueuedOnLane == 0)
        #expect(trace.items[3].group == 0)
        #expect(trace.objects.map(\.label) == ["group 1"])
        #expect(trace.places.count == 1)
        #expect(trace.waits.count == 1)
        #expect(trace.lanes.map(\.name) == ["main thread", "thread 2"])
        let last = try #require(trace.waits[0].endedBy)
        #expect(trace.events[last].time == 498)
    }
}
