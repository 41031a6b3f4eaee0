import Foundation
import Narration
import Schedules
import TestSupport
import Testing
import Timeline
import Trace

@testable import Export

@Suite("A page that tells a verdict or a run") struct StoryPageTests {
    private func log(_ label: String = "add(_:) #1") -> StepLog { StepLog(SampleTrace.trace(label: label)) }

    /// The data of the page's script.
    private func data(_ html: String) throws -> [String: Any] {
        let start = try #require(html.range(of: "id=\"data\">")), end = try #require(html.range(of: "</script>"))
        let object = try JSONSerialization.jsonObject(with: Data(html[start.upperBound..<end.lowerBound].utf8))
        return try #require(object as? [String: Any])
    }

    @Test("It has the verdict, the table, the steps and the source")
    func whole() {
        var told = SampleSchedule.bank
        told.remarks = ["Complete."]
        let page = StoryPage(told, log: log(), versions: ["Swift 6.3.1"]) {
            $0.hasSuffix("album.swift") ? "import Dispatch\nmain()\n" : nil
        }
        // (The style and the script are the same in each page.)
        let html = page.html().replacing(PageStyle.text, with: "").replacing(PageScript.text, with: "")
        expectGolden("verdict-page", html)
    }

    @Test("It asks no network for anything, and only its own script runs")
    func alone() {
        for html in [
            StoryPage(SampleSchedule.bank, log: log(), versions: []) { _ in nil }.html(),
            StoryPage(log(), versions: []) { _ in nil }.html(),
        ] {
            #expect(html.contains("default-src 'none'"))
            #expect(!html.contains("unsafe-inline"))
            #expect(!html.contains(" style=") && !html.contains(" onclick"))
            let links = html.replacing("http://www.w3.org/2000/svg", with: "").matches(of: /(https?:)?\/\/[a-z]+\.[a-z]/)
            #expect(links.isEmpty)
            #expect(!html.contains("url(") && !html.contains("@import") && !html.contains("<link") && !html.contains("<img"))
        }
    }

    @Test("A text of the program is shown, and is never markup, a script's end or a byte for the terminal")
    func attack() throws {
        for html in [
            StoryPage(SampleSchedule.attack, log: log(SampleSchedule.hostile), versions: [SampleSchedule.hostile]) { _ in
                SampleSchedule.hostile
            }.html(), StoryPage(log(SampleSchedule.hostile), versions: []) { _ in SampleSchedule.hostile }.html(),
        ] {
            #expect(html.components(separatedBy: "</script>").count == 3)
            #expect(!html.contains("<img") && !html.contains("<!-- ]]"))
            #expect(!html.unicodeScalars.contains { $0.value < 0x20 && $0 != "\n" || $0.value == 0x202E || $0.value == 0x2028 })
            #expect(html.contains("e\u{301} 漢字"))
            let threads = try #require(data(html)["threads"] as? [String])
            #expect(threads.contains { $0.hasPrefix("</script><img src=x") })
        }
    }

    @Test("Each step has what differs from the one before, and together they are the program at each step")
    func steps() throws {
        let log = log(), html = StoryPage(log, versions: []) { _ in nil }.html()
        let data = try data(html), steps = try #require(data["steps"] as? [[String: Any]])
        #expect(steps.count == log.count)
        var threads: [Int: [Any]] = [:], index = 0
        ProgramHistory(log).forEach { step, moment in
            for entry in steps[index]["t"] as? [[Any]] ?? [] {
                let lane = entry[0] as? Int ?? -1
                threads[lane] = entry.count > 1 ? entry : nil
            }
            #expect(threads.keys.sorted() == moment.threads.map(\.lane))
            #expect(moment.threads.allSatisfy { threads[$0.lane]?[2] as? Int == $0.source.line })
            #expect(steps[index]["n"] as? Int == step.number)
            index += 1
            return true
        }
        #expect(index == steps.count)
    }

    @Test("A long run is summarised: the page stays small, and says how many steps it has")
    func long() {
        var trace = SampleTrace.trace()
        trace.lanes[0].name = String(repeating: "very long ", count: 30)
        trace.notes = []
        trace.events = EventList(
            (0..<20_000).map { Event(time: Int64($0), kind: .itemEnqueued, lane: 0, object: UInt64($0), place: 0) })
        let log = StepLog(trace),
            steps = PageSteps(log, table: ScheduleTable(), limits: .init(steps: 500, bytes: 60_000, sourceBytes: 1_000)) { _ in
                String(repeating: "let a = 1\n", count: 5_000)
            }
        #expect(steps.count < 501 && steps.count < log.count)
        #expect(steps.json.utf8.count < 64_000 && steps.sourceHTML.utf8.count < 8_000)
        #expect(steps.remark?.hasPrefix("The page has \(steps.count) of the ") == true)
    }

    @Test("A drawing has its texts as text, each at its column")
    func drawing() throws {
        expectGolden("verdict-drawing", SVGDrawing(SampleSchedule.bank).text())
        let drawing = TimelineDrawing(SampleTrace.trace(), options: TimelineOptions(width: 80, style: .colour))
        expectGolden("trace-drawing", SVGDrawing(drawing.canvas().rows, title: "A run").text())
    }

    @Test("A drawing shows hostile texts, and is well-formed")
    func hostileDrawing() {
        let drawing = TimelineDrawing(
            SampleTrace.trace(label: SampleSchedule.hostile), options: TimelineOptions(width: 120, style: .colour))
        for text in [SVGDrawing(SampleSchedule.attack).text(), SVGDrawing(drawing.canvas().rows, title: SampleSchedule.hostile).text()] {
            #expect(!text.contains("<img") && !text.contains("</script>"))
            #expect(!text.unicodeScalars.contains { $0.value < 0x20 && $0 != "\n" || $0.value == 0x202E || $0.value == 0x2028 })
            #expect(text.components(separatedBy: "<text ").count == text.components(separatedBy: "</text>").count)
            #expect(text.replacing(#/&(amp|lt|gt|quot|\#39);/#, with: "").firstIndex(of: "&") == nil)
        }
    }
}
