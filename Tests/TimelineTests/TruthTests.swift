import Words
import Foundation
import Testing
import Trace

@testable import Timeline

@Suite("A drawing says only what is so") struct TruthTests {
    private func rows(_ text: String) -> [String: [Character]] {
        var rows: [String: [Character]] = [:]
        for line in text.split(separator: "\n") {
            guard let gutter = line.firstIndex(of: "│") else { continue }
            rows[line[..<gutter].trimmingCharacters(in: .whitespaces), default: []] = Array(line[line.index(after: gutter)...])
        }
        return rows
    }

    /// Threads that compute under a lock for a millisecond each, followed by a second in which
    /// nothing happens.
    private var lockedWork: Trace {
        var build = TraceBuilder(threads: 4)
        let lock = build.object(.lock, "lock 1")
        for thread in 1...3 {
            let taken = Double(thread - 1) * 1_000
            if thread > 1 { build.wait(.mutex, thread: thread, for: lock, 1, taken) }
            build.hold(lock, thread: thread, taken, taken + 1_000)
        }
        build.hold(lock, thread: 1, 1_003_000, 1_004_000)
        return build.trace
    }

    @Test("Time in which a lock is held is not idle, in either mode")
    func heldIsNotIdle() {
        for mode in LaneMode.allCases {
            #expect(Layout(lockedWork, mode: mode).idle == [3_000_000..<1_003_000_000])
        }
    }

    @Test("While one thread holds the lock it is drawn holding it, and no other is", arguments: [60, 80, 100, 160])
    func oneHolds(_ width: Int) {
        let text = TimelineDrawing(lockedWork, options: TimelineOptions(width: width, lanes: .threads)).text()
        #expect(text.contains(width < 100 ? "lock 1" : "holds lock 1"))
        #expect(text.contains("▀▀ holds a lock"))
        let lanes = rows(text).filter { $0.key.hasPrefix("worker") }.values
        #expect(lanes.count == 3)
        for column in 0..<width {
            #expect(lanes.count { column < $0.count && $0[column] == "▀" } <= 1)
        }
        let waiting = rows(text)["worker 3"].map { $0.count { $0 == "░" } } ?? 0
        #expect(waiting > 2)
    }

    @Test("A thread that holds a lock outside of items has a lane above the queues, too")
    func aboveQueues() {
        #expect(TimelineDrawing(lockedWork).text().contains("holds lock 1"))
    }

    @Test("While a thread holds several locks it is drawn with the one that it has held longest")
    func outermost() {
        var build = TraceBuilder(threads: 2)
        let locks = (1...3).map { build.object(.lock, "lock \($0)") }
        build.hold(locks[0], thread: 1, 10, 30)
        build.hold(locks[1], thread: 1, 12, 20)
        build.hold(locks[2], thread: 1, 25, 50)
        let bars = Layout(build.trace, mode: .threads).lanes[0].subLanes.flatMap(\.bars)
        #expect(bars.map(\.subject) == [.holding(0), .holding(2)])
        #expect(bars.map(\.start) == [10_000, 30_000])
        #expect(bars.map(\.end) == [30_000, 50_000])
    }

    @Test("A fold names the state of the threads meanwhile, and all that was recorded stays visible")
    func foldWords() {
        func text(_ kind: Trace.Wait.Kind?, signalAt signal: Double? = nil) -> String {
            var build = TraceBuilder(threads: 3)
            let queue = build.queue("q", .serial)
            let semaphore = build.object(.semaphore, "semaphore 1")
            build.item("a #1", on: queue, enqueued: 1, 2, 50, thread: 1)
            if let signal { build.event(.semaphoreSignalled, at: signal, thread: 2) }
            build.item("b #1", on: queue, enqueued: 900_000, 900_001, 900_050, thread: 1)
            if let kind { build.wait(kind, thread: 0, for: kind == .sleep ? nil : semaphore, 10, 900_000) }
            return TimelineDrawing(build.trace).text()
        }
        #expect(text(nil).contains("left out: nothing was recorded."))
        #expect(text(.sleep).contains("left out: threads slept, and nothing else was recorded."))
        #expect(text(.semaphore).contains("left out: threads waited, and nothing else was recorded."))
        for words in [text(nil), text(.sleep), text(.semaphore)] { #expect(!words.contains("nothing happened")) }
        #expect(text(nil, signalAt: 400_000).contains("from left to right"))
    }

    private func waiting(threads: Int, names: (Int) -> String = { "reader \($0)" }) -> Trace {
        var build = TraceBuilder(threads: threads + 1)
        let queue = build.queue("q", .serial)
        let semaphore = build.object(.semaphore, "semaphore 1")
        build.item("a #1", on: queue, enqueued: 0, 0, 100, from: nil)
        for thread in 1...threads {
            build.trace.lanes[thread].name = names(thread)
            build.wait(.semaphore, thread: thread, for: semaphore, 10, 90)
        }
        return build.trace
    }

    @Test("One thread is never folded away: the row for it would take the same room")
    func noSingleFold() {
        for count in 1...7 {
            let text = TimelineDrawing(waiting(threads: count)).text()
            #expect(!text.contains("more thread"))
            #expect(text.contains("reader \(count)"))
        }
        #expect(TimelineDrawing(waiting(threads: 8)).text().contains("+ 2 more threads"))
        var build = TraceBuilder()
        let queue = build.queue("q", .concurrent)
        for number in 1...5 { build.item("a #\(number)", on: queue, enqueued: 0, 1, 9) }
        func subLanes(_ most: Int) -> [Int] {
            let lane = Layout(build.trace, mode: .queues, maximumSubLanes: most).lanes[0]
            return [lane.subLanes.count, lane.foldedSubLanes]
        }
        #expect(subLanes(4) == [5, 0])
        #expect(subLanes(3) == [3, 2])
    }

    @Test("Threads that are folded and only wait are hatched, not drawn as busy")
    func foldedWait() throws {
        let row = try #require(rows(TimelineDrawing(waiting(threads: 9)).text())["+ 3 more threads"])
        #expect(row.count { $0 == "░" } > 50)
        #expect(Set(row).isSubset(of: [" ", "░"]))
    }

    @Test("Some threads of each kind stay in view when threads are folded")
    func foldsOfEachKind() {
        let text = TimelineDrawing(waiting(threads: 12) { $0 <= 10 ? "reader \($0)" : "writer \($0 - 10)" }).text()
        for name in ["reader 1", "reader 4", "writer 1", "writer 2", "+ 6 more threads"] { #expect(text.contains(name)) }
    }

    @Test("A folded item that waits is not counted as busy, and each thread counts once")
    func occupation() {
        var build = TraceBuilder(threads: 2)
        let queue = build.queue("q", .serial), inner = build.queue("r", .serial)
        let outer = build.item("a #1", on: queue, enqueued: 0, 0, 100, thread: 1)
        build.item("b #1", on: inner, enqueued: 60, 60, 80, thread: 1, how: .sync, by: outer, from: 1)
        build.wait(.sleep, thread: 1, item: outer, 20, 50)
        let layout = Layout(build.trace, mode: .threads), range = VisibleRange(first: layout.start, last: layout.end, column: 1)
        let occupation = Occupation(layout.lanes, build.trace, in: range)
        #expect(occupation.busy == [Stretch(start: 0, end: 20_000), Stretch(start: 50_000, end: 100_000)])
        #expect(occupation.waiting == [Stretch(start: 20_000, end: 50_000)])
    }

    @Test("A wait that did not have to wait has no row and no hatching, and the table says how many there were")
    func passedAtOnce() {
        var build = TraceBuilder(threads: 2)
        let semaphore = build.object(.semaphore, "semaphore 1")
        build.wait(.semaphore, thread: 0, for: semaphore, 1, 20)
        build.wait(.semaphore, thread: 1, for: semaphore, 2, 30)
        build.trace.waits[1].passedAtOnce = true
        let text = WaitTable(build.trace).text()
        #expect(text.hasPrefix("1 wait, "))
        #expect(!text.contains("worker 1"))
        #expect(text.hasSuffix("Not listed: 1 time a thread asked and did not have to wait."))
        #expect(Layout(build.trace, mode: .threads).lanes.flatMap(\.subLanes).flatMap(\.pauses).map(\.wait) == [0])
    }

    @Test("The time that a task ran counts each moment once, on the actor and on the queue that carries it")
    func tasksOnce() {
        var build = TraceBuilder(threads: 2)
        let pool = build.queue("Swift global", .global), album = build.queue("Album", .actor)
        build.trace.tasks.append(Trace.TaskFacts(id: 1, name: "import", created: 0))
        build.item("import", on: pool, enqueued: 0, 10, 1_010, thread: 1, how: .taskJob, task: 1)
        build.item("import", on: album, enqueued: 12, 20, 1_000, thread: 1, how: .actorJob, task: 1)
        build.item("import", on: pool, enqueued: 2_000, 2_000, 2_500, thread: 1, how: .taskJob, task: 1)
        let row = TaskTable(build.trace).text().split(separator: "\n").last.map { $0.split(separator: " ") } ?? []
        #expect(row == ["import", "0.000", "2.500", "2", "1.5", "ms"])
    }

    @Test("Numbers are grouped, or short where there is no room, and never ungrouped")
    func compactNumbers() {
        let numbers = [7, 999, 1_000, 1_290, 9_999, 10_000, 23_136, 999_999, 1_500_000, 23_000_000]
        #expect(numbers.map(Wording.compact) == ["7", "999", "1k", "1.2k", "9.9k", "10k", "23k", "999k", "1.5M", "23M"])
        for width in 40...120 {
            let text = TimelineDrawing(Samples.threeThousandItems, options: TimelineOptions(width: width)).text()
            #expect(!text.contains(#/▒ ?\d{4}|\d{4} ?▒/#))
        }
    }

    @Test("The legend explains a number alone in a column")
    func bareNumbers() {
        var build = TraceBuilder(threads: 2)
        let queue = build.queue("q", .serial)
        build.item("a #1", on: queue, enqueued: 0, 1, 2)
        build.item("a #2", on: queue, enqueued: 0, 3, 4)
        build.item("long() #1", on: queue, enqueued: 0, 1_000, 2_000)
        let text = TimelineDrawing(build.trace).text()
        #expect(text.contains("9 this many in a column"))
        #expect(!text.contains("▒"))
    }

    @Test("A table of a part of the time has the rows that lie in it, wholly or in part, and the total number")
    func tablesOfAPart() {
        let trace = Samples.photoLibrary
        let options = TableOptions(width: 200, range: 80_000..<132_000)
        let items = ItemTable(trace, options: options)
        #expect(items.count == 6)
        #expect(items.text().hasPrefix("6 of 11 items, "))
        #expect(items.text().split(separator: "\n").count == 8)
        #expect(!items.text().contains("image(at:) #1 ") && items.text().contains("image(at:) #2 "))
        #expect(WaitTable(trace, options: options).isEmpty)
        #expect(WaitTable(trace, options: TableOptions(range: 300_000..<310_000)).text().hasPrefix("1 of 1 wait, "))
        #expect(TaskTable(Samples.actors, options: TableOptions(range: 0..<3_000)).text().hasPrefix("1 of 3 tasks, "))
    }
}
