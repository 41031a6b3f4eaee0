import Words
import Testing
import Trace

@testable import Timeline

@Suite("Many lanes, and names that are too long") struct LongNameTests {
    @Test("Where there are too many queues, the busiest are drawn, in the order in which they were made")
    func busiest() {
        var build = TraceBuilder(threads: 1)
        for number in 1...20 {
            let queue = build.queue("queue \(number)", .serial)
            // The queues 7 and 15 work for a second, the others for a microsecond.
            let length = number == 7 || number == 15 ? 1_000_000.0 : 1
            build.item("work", on: queue, enqueued: Double(number), Double(number), Double(number) + length, thread: 0)
        }
        var options = TimelineOptions(width: 100)
        options.maximumLanes = 2
        let text = TimelineDrawing(build.trace, options: options).text()
        #expect(text.contains("queue 7") && text.contains("queue 15"))
        #expect(!text.contains("queue 1 ") && !text.contains("queue 20"))
        #expect(text.contains("+ 18 more queues"))
        let seventh = text.firstRange(of: "queue 7"), fifteenth = text.firstRange(of: "queue 15")
        if let seventh, let fifteenth { #expect(seventh.lowerBound < fifteenth.lowerBound) }
    }

    @Test("Long names that differ at their ends are cut in the middle", arguments: [16, 20, 24, 31])
    func ends(width: Int) {
        let ordinals = (1...120).map { "closure 1 in PhotoLibrary.loadEverything(from:) #\($0)".fittedAsName(to: width, .plain) }
        #expect(Set(ordinals).count == 120)
        let names = ["com.example.album.storage.reader", "com.example.album.storage.writer"].map { $0.fittedAsName(to: width, .plain) }
        #expect(Set(names).count == 2)
        for name in ordinals + names { #expect(displayWidth(name) <= width) }
        #expect("short".fittedAsName(to: width, .plain) == "short")
    }
}
