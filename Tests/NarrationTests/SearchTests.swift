import TestSupport
import Testing
import Trace

@testable import Narration

@Suite("Searching the sentences of a run") struct SearchTests {
    private func log(items count: Int) -> StepLog {
        var run = Run()
        let queue = run.queue("photos", .serial)
        for number in 0..<count {
            run.at(Int64(3 * number))
            let item = run.enqueue(number % 500 == 499 ? "Straße \(number)" : "block \(number)", on: queue)
            run.at(Int64(3 * number + 1))
            run.begin(item, on: 1)
            run.at(Int64(3 * number + 2))
            run.end(item)
        }
        return StepLog(run.trace)
    }

    @Test("A search finds the nearest sentence after or before, and wraps around, as a look at every sentence does")
    func nearest() {
        let log = log(items: 2_000)
        var sentences: [String] = []
        log.forEach {
            sentences.append($0.sentence.lowercased())
            return true
        }
        for word in ["BLOCK 7 ", "straße 999", "photos", "block 1999"] {
            let matches = sentences.indices.filter { sentences[$0].contains(word.lowercased()) }
            for start in [0, 1, 2_500, 4_095, 4_096, sentences.count - 1] {
                let after = matches.first { $0 > start } ?? matches.first, before = matches.last { $0 < start } ?? matches.last
                #expect(log.find(word, from: start) == after.map { .sentence($0) } ?? StepLog.Found.none, "\(word) after \(start)")
                #expect(
                    log.find(word, from: start, isForward: false) == before.map { .sentence($0) } ?? StepLog.Found.none,
                    "\(word) before \(start)")
            }
        }
        #expect(log.find("nowhere", from: 17) == .none && log.find("", from: 0) == .none)
    }

    @Test("A search with a limit says how far it came, and goes on from there to the same answer")
    func limit() {
        let log = log(items: 60_000)
        guard case .upTo(let last) = log.find("block 59000 ", from: 0, limit: 1_000) else {
            Issue.record("it should not have searched to the end")
            return
        }
        #expect(last > 0 && last < log.count)
        #expect(log.find("block 59000 ", from: last) == log.find("block 59000 ", from: 0))
    }

    @Test("A function's name is found, too, where its line is told of")
    func function() {
        var run = Run(lanes: ["main thread"])
        let place = run.place("/p/Exercise.swift", 7)
        run.trace.places[place].call?.function = "decodeHeader(_:)"
        run.at(1)
        run.event(.note, 0)
        run.at(2)
        run.event(.memoryRead, 0, place: place)
        guard case .sentence(let found) = StepLog(run.trace).find("decodeheader", from: 0) else {
            Issue.record("it was not found")
            return
        }
        #expect(StepLog(run.trace)[found].source?.line == 7)
    }

    @Test("The first sentence about a line of one's own file is found, whatever comes before it")
    func ownFile() {
        var run = Run(lanes: ["main thread"])
        let test = run.place("/p/Explored.swift", 3), own = run.place("/p/Exercise.swift", 7)
        for (time, place) in [test, test, own, test, own].enumerated() {
            run.at(Int64(time + 1))
            run.event(.memoryRead, 0, place: place)
        }
        let log = StepLog(run.trace)
        let found = log.index(ofFirstIn: "Exercise.swift")
        #expect(found.map { log[$0].time } == 3_000 && found.flatMap { log[$0].source?.line } == 7)
        #expect(log.index(ofFirstIn: "Other.swift") == nil)
    }

    @Test("Each sentence belongs to its event, and each event to its sentence, in a long run")
    func events() {
        let log = log(items: 1_500)
        var last = -1
        for index in 0..<log.count {
            let event = log.event(of: index)
            #expect(event > last || event == log.trace.events.count)
            if event < log.trace.events.count { #expect(log.index(telling: event) == index && log.time(of: index) == log[index].time) }
            last = event
        }
        #expect(log.index(telling: log.trace.events.count) == log.count - 1)
    }

    @Test("The state at any event is the state of a walk from the beginning, across the copies that are kept")
    func states() {
        let trace = log(items: 3_000).trace
        let history = StateHistory(trace, interval: 512)
        var state = TraceState(trace)
        for (index, event) in trace.events.enumerated() {
            state.apply(event, of: trace, history.subjects)
            if index % 701 == 0 || index % 512 < 2 { #expect(history.state(after: index) == state, "event \(index)") }
        }
    }
}
