import Testing
import Trace

@testable import Export

@Suite("A trace as lines of fields") struct TextExportTests {
    private var trace: Trace {
        var trace = Trace()
        trace.program = "/tmp/album"
        trace.arguments = ["album", "a\tb"]
        trace.duration = 500
        trace.ending = .exited(code: 3)
        trace.damage = ["truncated at byte 12"]
        trace.droppedRecords = 7
        trace.lanes = [Trace.Lane(name: "main thread", threadID: 100, isMain: true), Trace.Lane(name: "-")]
        trace.queues = [Trace.Queue(label: "photos\nnew", kind: .concurrent), Trace.Queue(label: "io", kind: .serial, target: 0)]
        trace.objects = [Trace.SyncObject(kind: .group, label: "group 1")]
        trace.items = [
            Trace.Item(
                id: 1, isBarrier: true, queue: 0, label: "add(_:) #1", enqueued: 10, began: 20, ended: 30, lane: 1, enqueuedOnLane: 0,
                group: 0),
            Trace.Item(id: 2, how: .sync, queue: 99, label: "", enqueued: 12, enqueuedByItem: 0, dependencies: [0, 1]),
        ]
        trace.waits = [Trace.Wait(kind: .group, lane: 0, object: 0, began: 40, ended: 50, timedOut: true, timeout: 10)]
        trace.events = [
            Event(time: 10, kind: .itemEnqueued, detail: 256, lane: 0, object: 255, argument: 16),
            Event(time: 20, kind: Event.Kind(rawValue: 999), lane: 44),
        ]
        trace.notes = [Trace.Note(time: 60, lane: 0, text: "half way\u{1B}[2J")]
        return trace
    }

    @Test("Every fact has a line of its own, found by its first field")
    func lines() {
        let lines = TextExport(trace).text().split(separator: "\n").map(String.init)
        #expect(lines.contains("trace\trecorder\t/tmp/album\talbum a\\tb\t0\t0\t500\texited 3\t7\t0\tno\t-\t-"))
        #expect(lines.contains("damage\ttruncated at byte 12"))
        #expect(lines.contains("lane\t0\tmain thread\t100\tyes\t-\t-"))
        #expect(lines.contains("lane\t1\t\\-\t0\tno\t-\t-"))
        #expect(lines.contains("queue\t1\tio\tserial\tphotos\\nnew\t-\t-"))
        let item = "item\t0\tadd(_:) #1\tphotos\\nnew\tasync\tyes\t10\t20\t30\t-\t\\-\tmain thread\t-\tgroup 1\t-\t-\t-\t-\t-\t-\t-"
        #expect(lines.contains(item))
        #expect(lines.contains("item\t1\t-\t-\tsync\tno\t12\t-\t-\t-\t-\t-\t0\t-\t-\t0,1\t-\t-\t-\t-\t-"))
        #expect(lines.contains("wait\t0\tmain thread\t-\tgroup\tgroup 1\t-\t40\t50\tyes\t10\t-\t-"))
        #expect(lines.contains("event\t0\t10\tmain thread\titemEnqueued\t-\t0xff\t0x10\t256\t-"))
        #expect(lines.contains("event\t1\t20\t-\tkind 999\t-\t0x0\t0x0\t0\t-"))
        #expect(lines.contains("note\t60\tmain thread\thalf way\\u{1b}[2J"))
    }

    @Test("Each line has as many fields as the heading above it, so that columns can be cut out")
    func fields() {
        var expected = 0
        for line in TextExport(trace).text().split(separator: "\n") {
            let fields = line.split(separator: "\t", omittingEmptySubsequences: false)
            if line.hasPrefix("# ") { expected = fields.count }
            #expect(fields.count == expected, "\(line)")
            #expect(!fields.contains(""))
        }
    }

    @Test("The text comes in pieces of whole lines and ends with a newline")
    func pieces() {
        var trace = self.trace
        trace.events = EventList((0..<5_000).map { Event(time: Int64($0), kind: .itemEnded, lane: 0) })
        var pieces: [String] = []
        TextExport(trace).write { pieces.append($0) }
        #expect(pieces.count > 1)
        #expect(pieces.allSatisfy { $0.hasSuffix("\n") })
        #expect(pieces.joined() == TextExport(trace).text())
    }

    @Test("An empty trace has its headings and nothing that is made up")
    func empty() {
        let lines = TextExport(Trace()).text().split(separator: "\n").filter { !$0.hasPrefix("#") }
        #expect(lines == ["trace\trecorder\t-\t-\t0\t0\t0\tunknown\t0\t0\tno\t-\t-"])
    }
}
