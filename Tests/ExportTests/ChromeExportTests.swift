import Foundation
import TestSupport
import Testing
import Trace

@testable import Export

@Suite("A trace as events for trace viewers") struct ChromeExportTests {
    struct Entry: Decodable {
        var ph: String
        var pid: Int
        var tid: Int
        var ts: Double
        var dur: Double?
        var name: String
        var cat: String?
        var id: Number?
        var args: [String: Value]?

        /// A number or a text: arrows are numbered, slices have names.
        enum Number: Decodable, Hashable {
            case number(Int), text(String)
            init(from decoder: any Decoder) throws {
                let box = try decoder.singleValueContainer()
                if let number = try? box.decode(Int.self) { self = .number(number) } else { self = .text(try box.decode(String.self)) }
            }
        }
        enum Value: Decodable, Equatable {
            case number(Double), text(String)
            init(from decoder: any Decoder) throws {
                let box = try decoder.singleValueContainer()
                if let number = try? box.decode(Double.self) { self = .number(number) } else { self = .text(try box.decode(String.self)) }
            }
        }
    }

    private func entries(_ trace: Trace) throws -> [Entry] {
        struct File: Decodable { var traceEvents: [Entry] }
        return try JSONDecoder().decode(File.self, from: Data(ChromeExport(trace).text().utf8)).traceEvents
    }

    @Test("It has the threads, the queues, the locks, the slices, the arrows and the counters")
    func whole() { expectGolden("trace-chrome", ChromeExport(SampleTrace.trace()).text()) }

    @Test("An item tells how long it waited, and which item was ahead")
    func reasons() throws {
        let items = try entries(SampleTrace.trace()).filter { $0.cat == "item" }
        let late = try #require(items.first { $0.name == "add(_:) #2" })
        #expect(late.args?["waited_us"] == .number(19))
        #expect(late.args?["blocked_by"] == .text("add(_:) #1 (ahead in the serial queue)"))
        #expect(items.first { $0.name == "read()" }?.args?["blocked_by"] == .text("save() (barrier ahead)"))
        #expect(items.first { $0.name == "read() #2" }?.args?["unfinished"] == .number(1))
    }

    @Test("Each arrow has a begin and an end, and a slice of its thread around each of them")
    func arrows() throws {
        let all = try entries(SampleTrace.trace()), arrows = all.filter { $0.cat == "arrow" }
        let slices = all.filter { $0.ph == "X" }
        #expect(arrows.count == 10)
        for (_, ends) in Dictionary(grouping: arrows, by: \.id) {
            #expect(ends.map(\.ph).sorted() == ["f", "s"])
            #expect(Set(ends.map(\.name)).count == 1)
            #expect((ends.first { $0.ph == "s" }?.ts ?? 0) <= (ends.first { $0.ph == "f" }?.ts ?? -1))
        }
        for arrow in arrows {
            let around = slices.contains {
                $0.pid == arrow.pid && $0.tid == arrow.tid && $0.ts <= arrow.ts && arrow.ts <= $0.ts + ($0.dur ?? 0)
            }
            #expect(around, "\(arrow)")
        }
    }

    @Test("The slices of a track lie in each other or apart; those that overlap are asynchronous, each begin with its end")
    func nesting() throws {
        var trace = SampleTrace.trace()
        // On one thread, two items that overlap, as after a record was lost.
        trace.items.append(Trace.Item(id: 7, queue: 0, label: "odd", enqueued: 0, began: 19_000, ended: 21_000, lane: 1))
        let all = try entries(trace)
        for (_, track) in Dictionary(grouping: all.filter { $0.ph == "X" }, by: { [$0.pid, $0.tid] }) {
            for one in track {
                for other in track where other.ts > one.ts && other.ts < one.ts + (one.dur ?? 0) {
                    #expect(other.ts + (other.dur ?? 0) <= one.ts + (one.dur ?? 0) + 0.0001, "\(one) \(other)")
                }
            }
        }
        let asynchronous = all.filter { $0.ph == "b" || $0.ph == "e" }
        #expect(asynchronous.contains { $0.name == "odd" })
        #expect(asynchronous.contains { $0.name == "read() #2" })
        for (_, own) in Dictionary(grouping: asynchronous, by: { "\($0.id as Any) \($0.name)" }) {
            #expect(own.count { $0.ph == "b" } == own.count { $0.ph == "e" })
        }
    }

    @Test("The number of running threads leaves out blocked ones")
    func running() throws {
        let counts = try entries(SampleTrace.trace()).filter { $0.name == "running threads" }
        #expect(counts.map(\.ts) == [3, 5, 9, 10, 20, 20.5, 22, 25, 30, 60])
        #expect(counts.map { $0.args?["threads"] } == [1, 2, 1, 2, 1, 2, 3, 2, 1, 0].map { .number($0) })
    }

    @Test("A text of the program is data, whatever it contains")
    func attack() throws {
        let text = ChromeExport(SampleTrace.trace(label: SampleSchedule.hostile)).text()
        #expect(!text.unicodeScalars.contains { $0.value < 0x20 && $0 != "\n" || $0.value == 0x202E || $0.value == 0x2028 })
        #expect(!text.contains("<"))
        let names = try entries(SampleTrace.trace(label: SampleSchedule.hostile)).map(\.name)
        #expect(names.contains { $0.hasPrefix("</script><img src=x onerror=alert(1)>\"'&") && $0.contains("e\u{301} 漢字") })
    }

    @Test("A counter of very many changes keeps its highest values, and few points")
    func thinned() {
        var steps = (0..<200_000).map { QueueLoad.Step(time: Int64($0), waiting: $0 % 7, running: 0) }
        steps[123_456].waiting = 99
        let thin = ChromeExport.thinned(steps, by: \.waiting)
        #expect(thin.count <= ChromeExport.mostPoints)
        #expect(thin.contains { $0.waiting == 99 && $0.time == 123_456 })
        #expect(thin.map(\.time) == thin.map(\.time).sorted())
    }

    @Test("A step of an explored run is shown as a microsecond")
    func steps() throws {
        var trace = SampleTrace.trace()
        trace.origin = .explorer
        #expect(try entries(trace).first { $0.cat == "item" && $0.name == "add(_:) #1" }?.ts == 3_000)
    }

    @Test("A trace without events is valid, too, and a long one comes in pieces")
    func pieces() throws {
        #expect(try entries(Trace()).map(\.name) == ["process_name", "process_sort_index"])
        var trace = SampleTrace.trace(), pieces: [String] = []
        trace.notes = (0..<3_000).map { Trace.Note(time: Int64($0), lane: 0, text: "note") }
        ChromeExport(trace).write { pieces.append($0) }
        #expect(pieces.count > 2)
        #expect(pieces.joined() == ChromeExport(trace).text())
    }
}
