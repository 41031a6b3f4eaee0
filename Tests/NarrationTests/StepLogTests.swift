import Words
import TestSupport
import Testing
import Trace

@testable import Narration

@Suite struct StepLogTests {
    private let runs = [SampleRuns.barrier(), SampleRuns.meetings(), SampleRuns.oddments(), SampleRuns.deadlock()]

    @Test("Sentences are numbered from 1 without gaps, and are the same whether read in order or one by one")
    func numbers() {
        for trace in runs {
            let log = StepLog(trace)
            var steps: [Step] = []
            log.forEach {
                steps.append($0); return true
            }
            #expect(steps.map(\.number) == Array(1...log.count))
            #expect(steps == (0..<log.count).map { log[$0] })
        }
    }

    @Test("Every sentence's event leads back to the sentence, and a silent event to the last sentence before it")
    func mapping() {
        for trace in runs {
            let log = StepLog(trace)
            var last: Int?
            for event in trace.events.indices {
                let index = log.index(telling: event)
                if let index, log[index].event == event { last = index }
                #expect(index == last)
            }
        }
    }

    @Test("No line is wider than asked, and wrapping loses no word", arguments: [40, 57, 80, 120, 400])
    func wrapping(width: Int) {
        for trace in runs {
            let log = StepLog(trace)
            log.forEach { step in
                let lines = log.text(of: step, .init(width: width)).split(separator: "\n")
                #expect(lines.allSatisfy { displayWidth(String($0)) <= width })
                let words = lines.joined(separator: " ").split(separator: " ").joined(separator: " ")
                #expect(words.hasSuffix(step.sentence.split(separator: " ").joined(separator: " ")))
                return true
            }
        }
    }

    @Test("Wide characters count as two columns, and a word longer than a line is cut without losing a character")
    func wideWords() {
        let lines = StepLog.wrap([Span(.text, "照片" + String(repeating: "库", count: 30))], width: 11)
        #expect(lines.allSatisfy { $0.reduce(0) { $0 + displayWidth($1.text) } <= 11 })
        #expect(lines.flatMap { $0.map(\.text) }.joined().count == 32)
    }

    @Test("In ASCII every line is ASCII and still no wider than asked")
    func ascii() {
        let log = StepLog(SampleRuns.oddments())
        log.forEach { step in
            for line in log.text(of: step, .init(width: 50, isASCII: true)).split(separator: "\n") {
                #expect(line.utf8.allSatisfy { $0 < 128 } && line.count <= 50)
            }
            return true
        }
    }

    @Test("Labels that hold escape codes cannot act on the terminal")
    func harmless() {
        var run = Run()
        let queue = run.queue("\u{1B}[2Jphotos\nlog", .serial)
        run.enqueue("\u{9B}31m\u{7}\u{202E}add", on: queue)
        let log = StepLog(run.trace)
        #expect(
            !log.text(of: log[0], .init(width: 400)).unicodeScalars.contains {
                $0.properties.generalCategory == .control || $0.properties.generalCategory == .format
            })
        // As in the lanes.
        #expect(log.text(of: log[0], .init(width: 400)).contains("\\u{202E}add"))
    }

    @Test("A trace whose facts are missing or out of range is described as far as possible, without a crash")
    func strangeTraces() {
        for kind in UInt16(1)...130 {
            var trace = Trace()
            trace.lanes = [Trace.Lane(name: "")]
            trace.events = EventList(
                (0..<4).map {
                    Event(
                        time: Int64($0), kind: .init(rawValue: kind), detail: .max >> UInt16($0 * 4), lane: $0 - 1, object: 7,
                        argument: .max,
                        place: 9)
                })
            let log = StepLog(trace)
            log.forEach { !$0.text.isEmpty }
            _ = StatePanel(trace).lines(log.history.state(after: 3))
            _ = Summary(trace)
        }
    }

    @Test("The summary has the items of each queue, the most at the same time, the longest wait, unfinished work and lost records")
    func summary() {
        let barrier = Summary(SampleRuns.barrier()).lines
        #expect(barrier.contains("photoQueue: 4 items, 1 barrier among them; at most 2 at the same time."))
        let lines = Summary(SampleRuns.oddments()).lines
        #expect(lines.count <= 10)
        #expect(lines.contains("Longest wait: main thread was blocked for 0.14 ms, waiting for group 1, and never got it."))
        #expect(
            lines.contains(
                "Unfinished when the process was stopped from outside (SIGKILL): 1 item still running, 1 item not started, 1 thread still waiting."
            ))
        #expect(lines.contains { $0.hasPrefix("12 records") })
    }

    @Test("The summary gives the lines that make objects without names, with one sentence for each line")
    func origins() {
        var run = Run()
        let (made, taken) = (run.place("Forks.swift", 9), run.place("Library.swift", 17))
        for number in 1...4 { _ = run.object("semaphore \(number)", .semaphore) }
        _ = run.object("lock 1", .lock)
        _ = run.object("group 1", .group)
        for index in 0..<4 { run.trace.objects[index].made = index == 3 ? nil : made }
        run.trace.objects[4].firstUsed = taken
        run.trace.waits = [0, 1, 2, 3].map { Trace.Wait(kind: .semaphore, lane: 0, object: $0, began: 1, ended: 2) }
        run.trace.holdings = [Trace.Holding(object: 4, lane: 0, began: 1, ended: 2)]
        let lines = Summary(run.trace).lines
        #expect(lines.contains("semaphores 1 to 3: made in f, Forks.swift:9."))
        #expect(lines.contains("lock 1: first acquired in f, Library.swift:17."))
        // The trace does not show where semaphore 4 comes from, and no thread waited for the group.
        #expect(!lines.contains { $0.contains("semaphore 4:") || $0.contains("group 1:") })
    }

    @Test("The summary leaves out objects of packages and of code that the build makes")
    func originsInPackages() {
        var run = Run()
        let files = ["/code/.build/checkouts/Store/Lock.swift", "/code/.build/debug/Made.swift", "/code/Mine.swift"]
        let places = files.map { run.place($0, 3) }
        for (index, place) in places.enumerated() {
            _ = run.object("lock \(index + 1)", .lock)
            run.trace.objects[index].firstUsed = place
            run.trace.holdings.append(Trace.Holding(object: index, lane: 0, began: 1, ended: 2))
        }
        let lines = Summary(run.trace).lines.filter { $0.contains("first acquired in") }
        #expect(lines == ["lock 3: first acquired in f, Mine.swift:3."])
    }

    @Test("The cause of an event is known after a sync too: the thread's previous event in the same item or outside all items")
    func causesAroundSync() throws {
        var run = Run()
        let queue = run.queue("album", .serial), semaphore = run.object("answer", .semaphore, firstValue: 0)
        // Main thread: a sync that it runs itself, then a signal. Worker 1: an item with a signal, then another item.
        for time in [0, 100] {
            run.at(Int64(time))
            let inner = run.enqueue("look()", on: queue, how: .sync)
            run.begin(inner, on: 0)
            run.at(Int64(time) + 10)
            run.end(inner)
        }
        run.on(semaphore, .semaphoreSignalled, by: 0)
        run.at(200)
        let first = run.enqueue("first", on: queue), second = run.enqueue("second", on: queue)
        run.begin(first, on: 1)
        run.on(semaphore, .semaphoreSignalled, by: 1)
        run.end(first)
        run.begin(second, on: 1)
        run.on(semaphore, .semaphoreSignalled, by: 1)
        run.end(second)
        let log = StepLog(run.trace)
        func sentence(_ words: String, after start: Int = -1) throws -> Int {
            try #require((start + 1..<log.count).first { log[$0].text.contains(words) }, "\(words)")
        }
        let firstSync = try sentence("runs look() itself"), firstEnd = try sentence("look() ends")
        let secondSync = try sentence("runs look() itself", after: firstSync), secondEnd = try sentence("look() ends", after: firstEnd)
        let signal = try sentence("signals")
        #expect(log.index(ofCauseOf: secondSync) == firstEnd)
        #expect(log.index(ofCauseOf: signal) == secondEnd)
        #expect(log.index(ofEffectOf: firstEnd) == secondSync)
        #expect(log.index(ofCauseOf: firstSync) == nil, "nothing was before it")
        let begin = try sentence("second starts"), inItem = try sentence("signals", after: begin)
        #expect(log.index(ofCauseOf: inItem) == begin)
        #expect(log.index(ofEffectOf: try sentence("second ends")) == nil, "the next event of its thread is not an effect of it")
    }
}
