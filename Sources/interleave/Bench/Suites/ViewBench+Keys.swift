import Words
import Glibc
import Recorder
import Symbols
import System
import Terminal
import Timeline
import Trace

/// Opens traces of two, five and fifteen million events as the full screen does, and presses keys.
///
/// A frame has to cost what the screen holds, so each key is compared with the same key in a short
/// trace of the same program.
extension ViewBench {
    static func measureKeys(_ folder: borrowing BenchFolder) throws -> [Figure] {
        var figures: [Figure] = []
        let short = try open(events: 20_000, folder)
        let shortKeys = keys(short.model)
        for millions in [2, 5, 15] {
            let long = try open(events: folder.count(millions * 1_000_000), folder)
            let name = "\(Wording.grouped(long.events)) events"
            figures.append(
                Figure(
                    "\(name): until the first frame", long.seconds, "s", baseline: long.reading, "reading the bytes of the file",
                    target: .init(of: .value, atMost: Double(millions) * 1.5)))
            figures.append(
                Figure(
                    "memory for each event", Double(long.memory) / Double(long.events), "bytes", baseline: 32, "a record of the file",
                    target: .init(of: .value, atMost: 24)))
            for (key, base) in zip(keys(long.model), shortKeys) {
                figures.append(
                    Figure(
                        "a key, \(key.name)", key.milliseconds, "ms", baseline: base.milliseconds,
                        "the same among \(Wording.grouped(short.events)) events", target: .init(of: .value, atMost: 30)))
            }
        }
        return figures
    }

    private struct Opened {
        var model: ViewerModel
        var events: Int
        var seconds: Double
        var reading: Double
        /// Bytes of resident memory that the model keeps.
        var memory: Int
    }

    private static func open(events: Int, _ folder: borrowing BenchFolder) throws -> Opened {
        // Each block is enqueued, begins and ends. A record of its place comes with each enqueue.
        let blocks = events / 3 + 1
        _ = try Workload().run(["async", String(blocks)], recordingInto: max(16 << 20, blocks * 160), folder)
        try TraceFinisher.finish(path: folder.trace, ending: .exited(code: 0))
        try Symbolicator.annotate(path: folder.trace)
        let clock = ContinuousClock()
        let reading = try clock.measure { _ = try [UInt8](contentsOf: folder.trace) } / .seconds(1)
        returnFreeMemory()
        let before = residentMemory
        let start = clock.now
        let trace = try TraceReader.read(path: folder.trace)
        var model = ViewerModel(heading: "", runs: [ViewerRun(title: "run", trace: trace)], style: .colour)
        _ = model.frame(columns: 80, rows: 24)
        let seconds = (clock.now - start) / .seconds(1)
        returnFreeMemory()
        return Opened(model: model, events: trace.events.count, seconds: seconds, reading: reading, memory: max(0, residentMemory - before))
    }

    /// The median time of a key and its frame: for the whole run, and zoomed in to about a screen of items.
    private static func keys(_ opened: ViewerModel) -> [(name: String, milliseconds: Double)] {
        var model = opened
        func median(_ keys: [Key]) -> Double {
            let clock = ContinuousClock()
            return keys.map { key in
                clock.measure {
                    model.take(key)
                    _ = model.frame(columns: 80, rows: 24)
                } / .milliseconds(1)
            }.median
        }
        let steps = [Key](repeating: .character("."), count: 15)
        let whole = median(steps)
        // To the middle of the run, so that there are events on both sides.
        for _ in 0..<3 { model.take(.character("w")) }
        let zooming = median((0..<8).flatMap { _ in [Key.character("w"), .character("d")] })
        let zoomed = median(steps)
        let moving = median([Key](repeating: .character("d"), count: 15))
        return [
            ("the next event, whole run", whole), ("zooming in and moving", zooming),
            ("the next event, zoomed in", zoomed), ("moving, zoomed in", moving),
        ]
    }

    /// Memory that was freed goes back to the system, so that it is not counted. (Swift's Glibc module lacks this function.)
    private static func returnFreeMemory() {
        guard let function = dlsym(nil, "malloc_trim") else { return }
        _ = unsafeBitCast(function, to: (@convention(c) (Int) -> Int32).self)(0)
    }

    private static var residentMemory: Int {
        guard let file = fopen("/proc/self/statm", "r") else { return 0 }
        defer { fclose(file) }
        var line = [CChar](repeating: 0, count: 256)
        guard fgets(&line, Int32(line.count), file) != nil else { return 0 }
        let text = String(decoding: line.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
        let pages = text.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0
        return pages * Int(sysconf(Int32(_SC_PAGESIZE)))
    }
}
