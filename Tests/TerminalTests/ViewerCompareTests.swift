import Narration
import TestSupport
import Testing
import Timeline
import Trace

@testable import Terminal

/// Two runs one above the other, and how they share the rows.
@Suite(.startsProcesses) struct ViewerCompareTests {
    private static func model(_ traces: [Trace], mistakes: Set<Int> = [], columns: Int = 80, rows: Int = 24) -> ViewerModel {
        let runs = traces.enumerated().map { index, trace in
            var run = ViewerRun(title: "run \(index + 1)", trace: trace)
            run.showsMistake = mistakes.contains(index)
            return run
        }
        return ViewerModel(heading: "lab-test", runs: runs, style: .plain, size: (columns, rows))
    }

    private func rows(_ model: inout ViewerModel) -> [String] {
        model.frame(columns: model.size.columns, rows: model.size.rows).text(.plain).split(
            separator: "\n", omittingEmptySubsequences: false
        )
        .map(String.init)
    }

    /// Six threads that wait, above a queue that runs two items.
    private static func waitingThreads() -> Trace {
        var run = Run(lanes: ["main"] + (1...8).map { "worker \($0)" })
        let queue = run.queue("photoQueue", .concurrent, created: true)
        let group = run.object("group 1", .group)
        for thread in 3...8 { run.wait(.group, for: group, by: thread) }
        for worker in 1...3 { run.begin(run.enqueue("photos() #\(worker)", on: queue), on: worker) }
        run.at(900)
        for thread in 3...8 { run.waitOver(by: thread) }
        return run.trace
    }

    @Test("On a small screen each of two runs begins with its queues; the threads above them can be scrolled to")
    func queuesFirst() {
        var model = Self.model([Self.waitingThreads(), Self.waitingThreads()])
        model.take(.character("c"))
        let first = rows(&model)
        #expect(first.count { $0.hasPrefix("photoQueue") } == 2)
        #expect(first.contains { $0.contains("more above") })
        for _ in 1...8 { model.take(.up) }
        let scrolled = rows(&model)
        #expect(scrolled.contains { $0.hasPrefix("worker 3") })
        #expect(scrolled.count { $0.hasPrefix("photoQueue") } == 1)
    }

    @Test("A mistake is compared with the run that fixes it, and is above it")
    func pairs() {
        let traces = [SampleRuns.barrier(), SampleRuns.deadlock(), SampleRuns.barrier(), SampleRuns.deadlock(), SampleRuns.barrier()]
        var model = Self.model(traces, mistakes: [1, 3], rows: 50)
        #expect(model.shown == [1, 2])
        for (run, pair) in [(1, [1, 2]), (3, [3, 4]), (2, [1, 2]), (4, [3, 4]), (0, [1, 0])] {
            if model.shown.count > 1 { model.take(.character("c")) }
            model.take(.character(Character("\(run + 1)")))
            model.take(.character("c"))
            #expect(model.shown == pair && model.current == run)
        }
    }

    @Test("v gives the log more rows, then the picture, then both as before")
    func share() {
        var model = Self.model([SampleRuns.barrier()], rows: 40)
        func top(_ title: String) -> Int? { rows(&model).firstIndex { $0.contains(title) } }
        let balanced = top("Log: ")
        model.take(.character("v"))
        let words = top("Log: ")
        #expect(rows(&model).contains { $0.hasPrefix("photoQueue") })
        model.take(.character("v"))
        model.take(.character("v"))
        #expect(top("Log: ") == balanced)
        #expect(words ?? 99 <= balanced ?? 0)
    }

    @Test("The detail of unfinished work shows the line of source that its sentence names")
    func sourceOfAnEnding() throws {
        var run = Run()
        let queue = run.queue("photoQueue", .serial, created: true)
        let place = run.place("/home/student/Sources/PhotoLibrary.swift", 14, closureLine: 15)
        run.begin(run.enqueue("photos() #1", on: queue, place: place), on: 1)
        var model = Self.model([run.trace])
        model.take(.end)
        #expect(model.runs[0].current?.isWarning == true)
        model.take(.enter)
        let named = try #require(model.runs[0].current?.place)
        #expect(named == "PhotoLibrary.swift:14")
        #expect(rows(&model).contains { $0.contains("PhotoLibrary.swift:14  ") })
    }

    @Test("A run that names the mistake that it fixes is compared with that run, in any order, and the mistake is above")
    func declaredPairs() {
        let names = ["lock", "racing", "hasty", "once"]
        let runs = names.map { name in
            var run = ViewerRun(title: name, trace: SampleRuns.barrier())
            if name == "lock" { run.fixes = ["hasty"] }
            if name == "once" { run.fixes = ["racing", "hasty"] }
            return run
        }
        for (run, pair) in [(0, [2, 0]), (1, [1, 3]), (2, [2, 0]), (3, [1, 3])] {
            var model = ViewerModel(heading: "lab-test", runs: runs, style: .plain, size: (80, 24))
            model.take(.character(Character("\(run + 1)")))
            model.take(.character("c"))
            #expect(model.shown == pair && model.current == run, "\(names[run])")
        }
    }

    @Test("t shows the lab's staging and hides it again, and the cursor keeps its moment")
    func staging() throws {
        var run = Run()
        let queue = run.queue("photoQueue", .serial, created: true)
        let meeting = run.object("meeting", .semaphore, firstValue: 0)
        run.trace.places = [Trace.Place(call: .init(function: "meet()", file: "/lab/Meeting.swift", line: 3, isStaging: true))]
        run.trace.objects[meeting].made = 0
        let item = run.enqueue("photos() #1", on: queue)
        run.at(1)
        run.begin(item, on: 1)
        run.at(2)
        run.wait(.semaphore, for: meeting, by: 1)
        run.trace.waits[0].item = item
        run.at(80)
        run.waitOver(by: 1)
        run.at(100)
        run.end(item)
        var model = Self.model([run.trace], columns: 160)
        #expect(model.runs[0].hasStaging && !model.runs[0].showsStaging)
        let without = rows(&model).joined(separator: "\n")
        #expect(
            without.contains("t staging") && without.contains("·····")
                && without.contains("Not shown: 1 wait of the lab's staging (key t)."))
        #expect(!without.contains("waits for `meeting`"))
        model.take(.end)
        let time = model.runs[0].time
        model.take(.character("t"))
        let with = rows(&model).joined(separator: "\n")
        #expect(with.contains("waits for `meeting`") && !with.contains("·····"))
        #expect(model.runs[0].time == time)
        model.take(.character("t"))
        #expect(rows(&model).joined(separator: "\n").contains("·····"))
        // A run without staging says so.
        var plain = Self.model([SampleRuns.barrier()])
        #expect(!rows(&plain).joined().contains("t staging"))
        plain.take(.character("t"))
        #expect(plain.message?.contains("no staging") == true)
    }
}
