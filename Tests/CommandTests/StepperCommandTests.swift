import Foundation
import TestSupport
import Testing

/// `replay --step` shows the reader's own code, the thread at each line, and the values.
@Suite(.startsProcesses, .takesTurns) struct StepperCommandTests {
    private static let bank = """
        import Dispatch

        final class Account: @unchecked Sendable {
            var balance = 100

            func pay(_ amount: Int) -> Bool {
                guard balance >= amount else { return false }
                balance -= amount
                return true
            }
        }

        func scenario() -> Int {
            let account = Account()
            DispatchQueue.concurrentPerform(iterations: 2) { _ in _ = account.pay(80) }
            return account.balance
        }

        func allowed(_ balance: Int) -> Bool { balance == 20 }
        """

    private struct Report: Decodable {
        struct Failure: Decodable { var token: String }
        struct Outcome: Decodable { var outcome: String, token: String? }
        struct Step: Decodable {
            struct Value: Decodable { var name: String, kind: String, value: String, before: String?, access: String?, races: Bool }
            struct Thread: Decodable { var name: String, line: Int, moves: Bool }
            var number: Int, text: String, line: Int?, source: String?, decides: Bool, values: [Value], threads: [Thread]
        }
        var failure: Failure?
        var distinctOutcomes: [Outcome]
        var steps: [Step]?
    }

    /// The token of a result.
    private func token(_ text: String, _ outcome: String, in folder: Folder) throws -> String {
        let report: Report = try Commands.report(text, code: 1, in: folder)
        return try #require(report.distinctOutcomes.first { $0.outcome == outcome }?.token)
    }

    @Test("Without a terminal, each step has its line of source and the values after it")
    func piped() throws {
        let folder = try Folder(), token = try token(Self.bank, "-60", in: folder)
        let text = try Commands.run(["replay", token, folder.file("scenario.swift"), "--step"], in: folder).output
        #expect(text.contains("balance -= amount"), "\(text)")
        #expect(text.contains("writes Account.balance: 100 → 20  (scenario.swift:8)"), "\(text)")
        #expect(text.contains("        8 │ balance -= amount\n        Account.balance 100 → 20\n"), "\(text)")
        #expect(text.contains("        Account.balance 20 → -60\n"), "\(text)")
        #expect(!text.contains("\u{1B}"))
    }

    @Test("The JSON has the same steps: line, source, values, and the threads at their lines")
    func json() throws {
        let folder = try Folder(), token = try token(Self.bank, "-60", in: folder)
        let output = try Commands.run(["replay", token, folder.file("scenario.swift"), "--step", "--json"], in: folder).output
        let steps = try #require(try JSONDecoder().decode(Report.self, from: Data(output.utf8)).steps)
        let changes = steps.filter { $0.values.contains { $0.before != nil && $0.name == "Account.balance" } }
        #expect(changes.map { $0.values[0].before } == ["100", "20"] && changes.map { $0.values[0].value } == ["20", "-60"])
        #expect(changes.allSatisfy { $0.source == "balance -= amount" && $0.line == 8 && $0.values[0].access == "written" })
        #expect(changes.allSatisfy { $0.threads.count { $0.moves } == 1 && $0.threads.contains { $0.moves && $0.line == 8 } })
        #expect(steps.contains { $0.decides })
        let plain = try Commands.run(["replay", token, folder.file("scenario.swift"), "--json"], in: folder).output
        #expect(try JSONDecoder().decode(Report.self, from: Data(plain.utf8)).steps == nil)
    }

    @Test("explore --step goes through the first finding, and then prints the report")
    func explored() throws {
        let outcome = try Commands.explore(Self.bank, ["--step"], in: try Folder())
        #expect(outcome.code == 1, "\(outcome.errors)")
        #expect(outcome.output.hasPrefix("#1 "), "\(outcome.output)")
        #expect(outcome.output.contains("        8 │ balance -= amount\n        Account.balance 100 → 20\n"), "\(outcome.output)")
        #expect(outcome.output.contains("Outcome"), "\(outcome.output)")
    }

    @Test("If there are too many accesses to record, the value is ? from there on, and never an old one")
    func tooMany() throws {
        let text = """
            import Foundation

            final class Counter: @unchecked Sendable {
                let lock = NSLock()
                var value = 0
                func add() {
                    lock.lock()
                    value += 1
                    lock.unlock()
                }
            }

            func scenario() -> Int {
                let counter = Counter()
                DispatchQueue.concurrentPerform(iterations: 2) { _ in for _ in 1...1200 { counter.add() } }
                return counter.value
            }

            func allowed(_ value: Int) -> Bool { value == 1 }
            """
        let folder = try Folder()
        let explored = try Commands.explore(text, ["--json", "--strategy", "random", "--budget", "1"], in: folder)
        let token = try #require(try JSONDecoder().decode(Report.self, from: Data(explored.output.utf8)).failure?.token)
        let output = try Commands.run(["replay", token, folder.file("scenario.swift"), "--step", "--json"], in: folder).output
        let steps = try #require(try JSONDecoder().decode(Report.self, from: Data(output.utf8)).steps)
        var changes = 0
        for step in steps {
            guard let value = step.values.first(where: { $0.name == "Counter.value" }) else { continue }
            if value.access == "written" { changes += 1 }
            if value.value != "?" { #expect(value.value == "\(changes)") }
        }
        #expect(changes > 100 && steps.last?.values.first { $0.name == "Counter.value" }?.value == "?")
    }

    @Test("A value that cannot be read is ?")
    func unknownValue() throws {
        let text = """
            import Dispatch

            func scenario() -> Int {
                nonisolated(unsafe) let memory = UnsafeMutablePointer<Int>.allocate(capacity: 1)
                memory.initialize(to: 0)
                DispatchQueue.concurrentPerform(iterations: 2) { _ in memory.pointee += 1 }
                return memory.pointee
            }
            """
        let folder = try Folder(), token = try token(text, "1", in: folder)
        let output = try Commands.run(["replay", token, folder.file("scenario.swift"), "--step"], in: folder).output
        #expect(output.contains(" ?\n"), "\(output)")
        #expect(!output.contains("→ 1"), "\(output)")
    }

    @Test(
        "In a terminal, source, markers, values and the sentence are there at every size, also when it changes",
        .enabled(if: TerminalScreen.isAvailable, TerminalScreen.isMissing))
    func terminal() throws {
        let folder = try Folder(), token = try token(Self.bank, "-60", in: folder)
        let screen = try TerminalScreen(
            running: "cd \(folder.path); interleave replay \(token) scenario.swift --step; echo exit=$?", columns: 80, rows: 24)
        screen.wait(for: "── values ──")
        // It opens at the change that makes the wrong value.
        func isWhole(_ text: String) -> Bool {
            text.contains("balance -= amount") && text.contains("balance  20 → -60") && text.contains("W ")
                && text.contains("── threads ──")
                && text.contains(": 20 → -60") && (text.contains("▶B") || text.contains("▶A") || text.contains("▶C"))
        }
        screen.wait("the change at 80×24", until: isWhole)
        for (columns, rows) in [(110, 30), (200, 60), (66, 18), (80, 24)] {
            screen.resize(columns: columns, rows: rows)
            screen.wait("the change at \(columns)×\(rows)") { isWhole($0) && $0.contains("[") && (rows < 28 || $0.contains("── state ──")) }
            #expect(screen.visible.split(separator: "\n").allSatisfy { $0.count <= columns })
        }
        screen.resize(columns: 200, rows: 60)
        screen.wait(for: "── timeline ──")
        // Back, and again here.
        screen.press("<")
        screen.wait(for: "balance  100 → 20")
        screen.press(">")
        screen.wait("the change again", until: isWhole)
        screen.leave(until: "exit=1")
    }
}
