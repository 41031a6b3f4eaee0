import Schedules
import Testing

@testable import Game

@Suite struct GameRulesTests {
    @Test(
        "A line is a command, or none",
        arguments: [
            ("2", GameCommand.choose(2)), ("12", .choose(12)), ("r 2", .run(2)), ("R3", .run(3)), ("u", .undo), (" e ", .redo),
            ("0", .restart),
            ("h", .hint), ("", .state), ("t", .token), ("c", .claim), ("?", .help), ("q", .quit), ("x", nil), ("r", nil), ("-1", nil),
            ("r 0", nil), ("99999999999999999999", nil),
        ])
    func commands(line: String, command: GameCommand?) { #expect(GameCommand(line) == command) }

    @Test("The score compares the preemptions with the fewest, and says no more than is known")
    func score() {
        var rules = GameRules(goal: .failure(countsRaces: false), possibility: .possible, interleavings: 6, par: 1, isParExact: true)
        #expect(rules.score(preemptions: 1) == "You used 1 preemption. Fewer do not suffice.")
        #expect(rules.score(preemptions: 3) == "You used 3 preemptions. The fewest that suffice: 1.")
        rules.isParExact = false
        #expect(rules.score(preemptions: 1) == "You used 1 preemption. The search knows no schedule with fewer.")
        #expect(rules.score(preemptions: 0).contains("The search knew no schedule with so few"))
        #expect(rules.isPar(1) && !rules.isPar(2))
        rules.par = nil
        #expect(rules.score(preemptions: 0) == "You used 0 preemptions." && !rules.isPar(0))
    }

    @Test("\"It cannot be broken\" is right only after a complete search")
    func claim() {
        var rules = GameRules(goal: .failure(countsRaces: false), possibility: .impossible, interleavings: 6)
        #expect(rules.answerToClaim.hasPrefix("You are right"))
        rules.possibility = .unknown
        #expect(rules.answerToClaim.hasPrefix("That is not known"))
        rules.possibility = .possible
        #expect(rules.answerToClaim.hasPrefix("It can be broken"))
    }

    private static func state(rows: Int, threads: Int) -> GameState {
        let table = ScheduleTable(
            threads: ["main thread", "block 1"], variables: ["Account.balance"],
            rows: (0..<rows).map {
                .init(thread: $0 % 2, file: "bank.swift", line: 9 + $0, source: "balance -= amount", values: [0: "\($0)"])
            })
        let next = (0..<threads).map { number in
            NextStep(
                number: number, thread: "thread \(number)", file: "bank.swift", line: 10, source: "balance -= amount", does: "reads",
                variable: "Account.balance", value: "100", isEnabled: number != 1, wait: number == 1 ? "waits for a lock" : "",
                isRunning: number == 0, isPreemption: number > 0)
        }
        return GameState(
            program: "bank.swift", rules: GameRules(goal: .failure(countsRaces: false), possibility: .unknown, interleavings: 1),
            line: GameLine(first: Array(repeating: 0, count: rows)), preemptions: 0, token: "abc", table: table, next: next)
    }

    @Test("Each thread has its digit, its line, its step and its value, and a blocked one says why")
    func threads() {
        let lines = Self.state(rows: 0, threads: 3).threads(width: 80)
        #expect(
            lines == [
                "▸ 1  thread 0  10  balance -= amount  reads balance, now 100",
                "  -  thread 1  10  balance -= amount  blocked: waits for a lock",
                "  3  thread 2  10  balance -= amount  reads balance, now 100",
            ])
    }

    @Test("The latest steps have room, and no line is wider than the screen", arguments: [40, 80, 200])
    func room(width: Int) {
        let state = Self.state(rows: 300, threads: 40)
        let history = state.history(width: width, atMost: 8)
        #expect((2...8).contains(history.count) && history.contains { $0.contains("steps") })
        #expect(history.last?.contains("308") == true)
        #expect((history + state.threads(width: width)).allSatisfy { $0.count <= width })
    }
}
