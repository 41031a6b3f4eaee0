import TestSupport
import Testing

@testable import Timeline
@testable import Trace

@Suite("Lanes and sub-lanes") struct LayoutTests {
    private func subLanes(_ layout: Layout, lane: Int) -> [[Int]] { layout.lanes[lane].subLanes.map { $0.bars.compactMap(\.item) } }

    @Test("Items that overlap get different sub-lanes; others share the lowest one")
    func greedy() {
        var build = TraceBuilder()
        let queue = build.queue("q", .concurrent)
        build.item("a", on: queue, enqueued: 0, 0, 10)
        build.item("b", on: queue, enqueued: 0, 2, 6)
        build.item("c", on: queue, enqueued: 0, 6, 12)
        build.item("d", on: queue, enqueued: 0, 10, 11)
        build.item("e", on: queue, enqueued: 0, 10.5, 11)
        #expect(subLanes(Layout(build.trace, mode: .queues), lane: 0) == [[0, 3], [1, 2], [4]])
    }

    @Test("No two bars of a sub-lane overlap and no item is lost, whatever the run", arguments: 0..<40)
    func noOverlap(_ seed: Int) {
        var random = SplitMix(seed: UInt64(seed))
        var build = TraceBuilder(threads: 3)
        let queues = [build.queue("a", .concurrent), build.queue("b", .serial), build.queue("c", .global)]
        for number in 0..<200 {
            let start = Double(random.next() % 500)
            let length = Double(random.next() % 30)
            let isDone = random.next() % 20 != 0
            build.item(
                "i #\(number)", on: queues[Int(random.next() % 3)], enqueued: start, start, isDone ? start + length : nil,
                thread: Int(random.next() % 3), barrier: random.next() % 8 == 0)
        }
        for mode in [LaneMode.queues, .threads] {
            let layout = Layout(build.trace, mode: mode, maximumSubLanes: 4)
            var seen: [Int] = []
            for lane in layout.lanes {
                for subLane in lane.subLanes {
                    seen += subLane.bars.compactMap(\.item)
                    for (first, second) in zip(subLane.bars, subLane.bars.dropFirst()) { #expect(first.end <= second.start) }
                }
                #expect(lane.subLanes.count <= 4 || lane.subLanes.count == 5 && lane.foldedBars.isEmpty)
                seen += (lane.foldedBars + lane.walls).compactMap(\.item)
                for wall in lane.walls {
                    let others = (lane.foldedBars + lane.subLanes.flatMap(\.bars)).filter { $0.end > wall.start && $0.start < wall.end }
                    #expect(others.isEmpty)
                }
            }
            #expect(seen.sorted() == Array(0..<200))
        }
    }

    @Test("Later items do not change the sub-lanes of earlier ones")
    func stable() {
        let whole = Samples.photoLibrary
        var part = whole
        part.items.removeLast(2)
        let (before, after) = (Layout(part, mode: .queues), Layout(whole, mode: .queues))
        let lane = after.lanes.count - 1
        for (old, new) in zip(subLanes(before, lane: before.lanes.count - 1), subLanes(after, lane: lane)) {
            #expect(Array(new.prefix(old.count)) == old)
        }
    }

    @Test("A barrier is a wall only if it ran alone on a queue that supports barriers")
    func walls() {
        func walls(_ kind: Trace.Queue.Kind, readerEnds: Double, nextBegins: Double) -> Int {
            var build = TraceBuilder()
            let queue = build.queue("q", kind)
            build.item("r #1", on: queue, enqueued: 0, 0, readerEnds)
            build.item("w #1", on: queue, enqueued: 0, 10, 20, barrier: true)
            build.item("r #2", on: queue, enqueued: 0, nextBegins, 30)
            return Layout(build.trace, mode: .queues).lanes[0].walls.count
        }
        #expect(walls(.concurrent, readerEnds: 10, nextBegins: 20) == 1)
        #expect(walls(.concurrent, readerEnds: 10.001, nextBegins: 20) == 0)
        #expect(walls(.concurrent, readerEnds: 10, nextBegins: 19.999) == 0)
        #expect(walls(.global, readerEnds: 5, nextBegins: 25) == 0)
    }

    @Test("Time in which nothing ran and nothing happened is found, and a wait alone does not fill it")
    func idle() {
        let layout = Layout(Samples.longIdle, mode: .queues)
        let longest = layout.idle.max { $0.count < $1.count }
        #expect(longest == 170_000..<1_200_000_000)
    }

    @Test("The axis goes on to the end of the run, also where nothing is recorded any more", arguments: LaneMode.allCases)
    func tail(mode: LaneMode) {
        var trace = Trace()
        trace.lanes = [Trace.Lane(name: "main thread", isMain: true)]
        trace.queues = [Trace.Queue(label: "q", kind: .serial)]
        trace.items = ItemList([
            Trace.Item(id: 1, queue: 0, label: "work #1", enqueued: 1_000_000, began: 2_000_000, ended: 4_000_000, lane: 0)
        ])
        trace.duration = 4_100_000
        // The rest is too short to be noticed.
        #expect(Layout(trace, mode: mode).end == 4_000_000)
        trace.duration = 2_000_000_000
        let layout = Layout(trace, mode: mode)
        #expect(layout.end == 2_000_000_000 && layout.idle.last == 4_000_000..<2_000_000_000)
    }

    @Test("A quarter of a million items on one queue are laid out in well under a second, even if a thousand overlap")
    func large() {
        var trace = Trace()
        trace.lanes = [Trace.Lane(name: "main thread", isMain: true)]
        trace.queues = [Trace.Queue(label: "q", kind: .concurrent)]
        for number in 0..<250_000 {
            let start = Int64(number) * 100
            trace.items.append(
                Trace.Item(id: 1, queue: 0, label: "work #1", enqueued: start - 50, began: start, ended: start + 100_000, lane: 0))
        }
        trace.duration = 25_100_000
        var text = ""
        let time = processorTime { text = TimelineDrawing(trace).text() }
        #expect(text.contains("+ 984 more"))
        // (A limit that a slow machine keeps, too.)
        #expect(time < .seconds(60), "quadratic sub-lanes would take minutes")
    }
}

/// Numbers that look random and are the same in every run (Steele, Lea and Flood, 2014).
struct SplitMix: RandomNumberGenerator {
    private var state: UInt64
    init(seed: UInt64) { state = seed }
    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}
