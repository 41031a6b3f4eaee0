import TestSupport
import Testing
import Trace

@testable import Narration

/// The program at each step: lines of threads, values of variables, locks and counters.
@Suite struct ProgramHistoryTests {
    /// Two threads that pay from one account: both check, then both change.
    private static func bank(values: Bool = true) -> Trace {
        var run = Run(lanes: ["main", "thread 1", "thread 2"])
        run.trace.origin = .explorer
        let lock = run.object("gate", .lock), places = [6, 7, 9].map { run.place("/code/bank.swift", $0) }
        var time: Int64 = 0
        func access(_ kind: Event.Kind, _ lane: Int, _ place: Int, _ found: String?, _ left: String? = nil, races: Bool = true) {
            time += 1
            run.at(0)
            run.trace.events.append(Event(time: time, kind: kind, lane: lane, object: 0x10000, argument: 8, place: place))
            if values {
                run.trace.values.append(
                    VariableValue(
                        time: time, variable: 0x10000, found: found, left: left, access: kind == .memoryRead ? .read : .written))
            }
            if races { run.trace.meanings[time] = kind == .memoryWritten ? [.races, .decides] : .races }
        }
        run.trace.variables[0x10000] = "Account.balance"
        run.trace.variableNames[0x10000] = "Account.balance"
        access(.memoryRead, 1, places[0], "100")
        access(.memoryRead, 2, places[0], "100")
        access(.memoryWritten, 2, places[1], "100", "20")
        access(.memoryWritten, 1, places[1], "20", "-60")
        time += 1
        run.trace.events.append(Event(time: time, kind: .lockAcquired, lane: 1, object: run.trace.objects[lock].address, place: places[2]))
        access(.memoryRead, 1, places[2], "-60", races: false)
        time += 1
        run.trace.events.append(Event(time: time, kind: .lockReleased, lane: 1, object: run.trace.objects[lock].address, place: places[2]))
        run.trace.duration = time
        return run.trace
    }

    private func words(_ moment: ProgramMoment) -> [String] {
        moment.values.map { value in
            let mark =
                switch value.access {
                case .read: "r "
                case .written: "w "
                case .updated: "rw "
                case nil: ""
                }
            return "\(mark)\(value.name) \(value.words)\(value.isRacing ? " race" : "")"
        }
    }

    @Test("Each step has the values after it, and what it changes")
    func values() {
        let history = ProgramHistory(StepLog(Self.bank()))
        let all = (0..<7).map { words(history.moment(at: $0)) }
        #expect(
            all == [
                ["r Account.balance 100 race"], ["r Account.balance 100 race"], ["w Account.balance 100 → 20 race"],
                ["w Account.balance 20 → -60 race"],
                ["Account.balance -60", "gate free → held by thread 1"], ["r Account.balance -60", "gate held by thread 1"],
                ["Account.balance -60", "gate held by thread 1 → free"],
            ])
    }

    @Test("The words of a counter that changes name it once")
    func counters() {
        func words(_ kind: ProgramMoment.Value.Kind, _ before: String?, _ text: String) -> String {
            ProgramMoment.Value(kind: kind, name: "group", text: text, before: before, time: 0).words
        }
        #expect(words(.counter, "count 0", "count 12") == "count 0 → 12")
        #expect(words(.counter, "?", "count 12") == "? → count 12")
        #expect(words(.counter, nil, "value 3") == "value 3")
        #expect(words(.lock, "held by block 1", "held by block 2") == "held by block 1 → held by block 2")
        #expect(words(.variable, "100", "20") == "100 → 20")
    }

    @Test("A sentence of an access has its values")
    func sentences() {
        let log = StepLog(Self.bank())
        #expect(log[0].text == "reads Account.balance: 100")
        #expect(log[2].text == "writes Account.balance: 100 → 20")
        #expect(StepLog(Self.bank(values: false))[2].text == "writes Account.balance")
    }

    @Test("Each thread has its present line, and the one that moves is marked")
    func threads() {
        let history = ProgramHistory(StepLog(Self.bank()))
        func lines(_ step: Int) -> [String] {
            history.moment(at: step).threads.map { "\($0.isMoving ? ">" : "")\($0.name):\($0.source.line)" }
        }
        #expect(lines(0) == [">thread 1:6"])
        #expect(lines(1) == ["thread 1:6", ">thread 2:6"])
        #expect(lines(2) == ["thread 1:6", ">thread 2:7"])
        #expect(lines(3) == [">thread 1:7", "thread 2:7"])
    }

    @Test("Backwards, and from any other position, the moments are those of the way forwards")
    func backwards() {
        let log = StepLog(Self.bank()), history = ProgramHistory(log)
        let forwards = (0..<log.count).map { history.moment(at: $0) }
        let backwards = (0..<log.count).reversed().map { history.moment(at: $0) }
        #expect(forwards == backwards.reversed())
        var together: [ProgramMoment] = []
        history.forEach { _, moment in
            together.append(moment)
            return true
        }
        #expect(forwards == together)
    }

    @Test("A value that cannot be read is ?, also for a change")
    func unknown() {
        var trace = Self.bank()
        for index in trace.values.indices { (trace.values[index].found, trace.values[index].left) = (nil, nil) }
        let history = ProgramHistory(StepLog(trace))
        #expect(words(history.moment(at: 2)) == ["w Account.balance ? race"])
        #expect(words(history.moment(at: 6)).first == "Account.balance ?")
    }

    @Test("If an access does not find what the access before it left, the value between them is not known")
    func changedBetween() {
        var trace = Self.bank()
        trace.values[3].found = "500"
        let history = ProgramHistory(StepLog(trace))
        #expect(words(history.moment(at: 2)).first == "w Account.balance 100 → 20 race")
        #expect(words(history.moment(at: 3)).first == "w Account.balance 500 → -60 race")
        // A step of another kind between them.
        trace.values[4].found = "7"
        #expect(words(ProgramHistory(StepLog(trace)).moment(at: 4)).first == "Account.balance ?")
    }

    @Test("After a change without a record, the value is not known")
    func unseen() {
        var trace = Self.bank()
        trace.values.insert(VariableValue(time: 4, variable: 0x10000), at: 4)
        let history = ProgramHistory(StepLog(trace))
        #expect(words(history.moment(at: 3)).first == "w Account.balance 20 → -60 race")
        #expect(words(history.moment(at: 4)).first == "Account.balance ?")
        #expect(words(history.moment(at: 5)).first == "r Account.balance -60")
    }

    @Test("Two variables of one name have numbers, and two classes keep their names")
    func names() {
        var trace = Self.bank()
        func add(_ variable: UInt64, _ name: String, _ time: Int64) {
            trace.variableNames[variable] = name
            let index = trace.values.firstIndex { $0.time >= time } ?? trace.values.count
            trace.values.insert(VariableValue(time: time, variable: variable, found: "1", access: .read), at: index)
        }
        add(0x20000, "Account.balance", 2)
        add(0x30000, "Card.balance", 3)
        let names = ProgramHistory(StepLog(trace)).variableNames
        #expect(names == ["Account.balance", "Account.balance (2)", "Card.balance"])
    }

    @Test("The next switch, the next step of a thread, the next change, a line and the deciding steps are found in both directions")
    func moves() {
        let log = StepLog(Self.bank()), history = ProgramHistory(log)
        #expect(log.index(ofSwitchFrom: 0, isForward: true) == 1)
        #expect(log.index(ofSwitchFrom: 1, isForward: true) == 3)
        #expect(log.index(ofSwitchFrom: 3, isForward: false) == 1)
        #expect(log.index(ofLane: 1, from: 0, isForward: true) == 3)
        #expect(log.index(ofLane: 2, from: 2, isForward: true) == nil)
        #expect(history.index(ofChangeOf: "Account.balance", from: 0, isForward: true) == 2)
        #expect(history.index(ofChangeOf: "Account.balance", from: 3, isForward: false) == 2)
        #expect(history.index(ofChangeOf: "Account.balance", from: 3, isForward: true) == nil)
        #expect(log.index(ofLine: 7, in: "bank.swift", from: 0) == 2)
        #expect(log.index(ofLine: 6, in: nil, from: 3) == 0)
        #expect(log.index(ofLine: 8, in: nil, from: 0) == nil)
        #expect(log.firstShown() == 3)
        #expect(log.index(ofDecidingFrom: 2) == 3)
        #expect(log.index(ofDecidingFrom: 3) == 2)
    }

    @Test("Any position of a run of 20,000 steps is found without going through the run")
    func long() {
        var trace = Trace()
        trace.origin = .explorer
        trace.lanes = [Trace.Lane(name: "main", isMain: true), Trace.Lane(name: "thread 1")]
        trace.places = [Trace.Place(call: .init(function: "f", file: "/code/a.swift", line: 1))]
        for time in 1...Int64(20_000) {
            trace.events.append(Event(time: time, kind: .memoryWritten, lane: Int(time % 2), object: 0x10000, argument: 8, place: 0))
            trace.values.append(
                VariableValue(time: time, variable: 0x10000, found: "\(time - 1)", left: "\(time)", access: .written))
        }
        let history = ProgramHistory(StepLog(trace))
        for step in [0, 1, 9_999, 19_999, 12_345, 3] {
            #expect(history.moment(at: step).values.first?.words == "\(step) → \(step + 1)")
        }
    }
}
