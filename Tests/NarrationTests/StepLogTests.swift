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
                #expect(lines.allSatisfy { Wording.columns(String($0)) <= width })
                let words = lines.joined(separator: " ").split(separator: " ").joined(separator: " ")
                #expect(words.hasSuffix(step.sentence.split(separator: " ").joined(separator: " ")))
                return true
            }
        }
    }

    @Test("Wide characters count as two columns, and a word longer than a line is cut without losing a character")
    func wideWords() {
        let lines = StepLog.wrap([Span(.text, "照片" + String(repeating: "库", count: 30))], width: 11)
        #expect(lines.allSatisfy { $0.reduce(0) { $0 + Wording.columns($1.text) } <= 11 })
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
            !log.text(of: log[0]).unicodeScalars.contains {
                $0.properties.generalCategory == .control || $0.properties.generalCategory == .format
            })
    }

    @Test("A trace whose facts are missing or out of range is told as far as it goes, without a crash")
    func strangeTraces() {
        for kind in UInt16(1)...130 {
            var trace = Trace()
            trace.lanes = [Trace.Lane(name: "")]
            trace.events = (0..<4).map {
                Event(
                    time: Int64($0), kind: .init(rawValue: kind), detail: .max >> UInt16($0 * 4), lane: $0 - 1, object: 7, argument: .max,
                    place: 9)
            }
            let log = StepLog(trace)
            log.forEach { !$0.text.isEmpty }
            _ = StatePanel(trace).lines(log.history.state(after: 3))
            _ = Summary(trace)
        }
    }

    @Test("The summary says what ran where, the most at once, the longest wait, what never ended and what was dropped")
    func summary() {
        let barrier = Summary(SampleRuns.barrier()).lines
        #expect(barrier.contains("photoQueue: 4 items, 1 barrier among them; at most 2 at once."))
        let lines = Summary(SampleRuns.oddments()).lines
        #expect(lines.count <= 10)
        #expect(lines.contains("Longest wait of a thread: main thread stood still for 0.14 ms, for group 1, and never got it."))
        #expect(
            lines.contains(
                "Never ended: when the process was killed by signal 9, 1 item still ran, 1 item had not started, 1 thread still waited."))
        #expect(lines.contains { $0.hasPrefix("12 records") })
    }

    @Test("The summary says where the objects come from that have a number for a name, those of one line together")
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
        #expect(lines.contains("lock 1: first taken in f, Library.swift:17."))
        // Nobody saw where semaphore 4 comes from, and nobody waited for the group.
        #expect(!lines.contains { $0.contains("semaphore 4:") || $0.contains("group 1:") })
    }
}
