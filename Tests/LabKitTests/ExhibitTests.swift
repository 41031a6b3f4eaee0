import Terminal
import TestSupport
import Testing
import Trace

@testable import LabKit

/// The code that a question is about: found in the source by name, and shown with what happened there.
@Suite(.startsProcesses) struct ExhibitTests {
    private static let account = """
        import Dispatch

        /// An account. { (
        public final class Account: Sendable {
            private var balance = 100  // Not locked.
            let lock = Lock("{")

            /* Withdraws. */
            @discardableResult
            public func withdraw(
                _ amount: Int,
                by person: String
            ) -> Bool {
                guard balance >= amount else { return false }

                // Between the check and the change.
                balance -= amount  // The change.
                return true
            }

            static let shared: Account = {
                Account()
            }()

            init() {}
        }

        extension Account {
            func withdraw(all: Bool) -> Bool { balance = 0; return all }
            private struct Page { var number = "\\("}".count)" }
        }

        func run() {
            let withdraw = 1
            _ = withdraw
        }
        """

    private let source = ScenarioSource(files: [("Scenario/Account.swift", Self.account)])

    private func text(_ exhibit: Exhibit) -> [String]? {
        source.listing(of: exhibit)?.parts.flatMap { part in part.lines.map { "\($0.number)\($0.text)" } }
    }

    @Test("A declaration is found by the names from its type on, with its last line, and without comments and blank lines")
    func declarations() {
        #expect(
            text("Account.withdraw") == [
                "10    public func withdraw(", "11        _ amount: Int,", "12        by person: String", "13    ) -> Bool {",
                "14        guard balance >= amount else { return false }", "17        balance -= amount", "18        return true",
                "19    }",
            ])
        #expect(text("Account.balance") == ["5    private var balance = 100"])
        #expect(text("Account.shared") == ["21    static let shared: Account = {", "22        Account()", "23    }()"])
        #expect(text("Account.init") == ["25    init() {}"])
        #expect(text("Account.Page")?.count == 1)
        #expect(text("run")?.count == 4 && text(["Account.balance", "Account.lock"])?.count == 2)
    }

    @Test("A part of a declaration is found by texts of its first and last line, also in a second function of its name")
    func parts() {
        #expect(
            text(.part(of: "Account.withdraw", from: "guard", through: "balance -=")) == [
                "14        guard balance >= amount else { return false }", "17        balance -= amount",
            ])
        #expect(
            text(.part(of: "Account.withdraw", from: "all: Bool")) == ["29    func withdraw(all: Bool) -> Bool { balance = 0; return all }"]
        )
        #expect(text(.part(of: "Account.withdraw", from: "no such text")) == nil)
    }

    @Test("A name that the source does not have, and a source that is not there, have no code")
    func missing() {
        #expect(text("Account.deposit") == nil && text(["Account.balance", "Bank"]) == nil)
        #expect(ScenarioSource.ofLab("/no/such/folder") { _ in false }.listing(of: "Account") == nil)
    }

    @Test("Words beside a line have the figures of claims; without the claim there are none")
    func figures() {
        let prediction = Prediction(
            "What?", about: "Account", choices: ["this"], answer: 0, because: "so", at: .end,
            beside: ["balance -=": "{lost updates} lost", "return true": "{no such claim}", "guard": "all of them"])
        let claims = [Claim("lost updates", 3, "updates", .moreThan(0), outOf: 4)]
        #expect(prediction.notes(beside: "        balance -= amount", claims) == ["3 of 4 updates lost"])
        #expect(prediction.notes(beside: "        return true", claims) == nil)
        #expect(prediction.notes(beside: "guard balance", []) == ["all of them"])
    }

    @Test("A line says what its calls did: who was blocked, and for how long")
    func lines() {
        var run = TestSupport.Run(lanes: ["main", "teller 1", "teller 2"])
        let lock = run.object("lock", .lock), queue = run.queue("audits", .concurrent)
        let lockPlace = run.place("/anywhere/Labs/Bank/Scenario/Account.swift", 14)
        let submitPlace = run.place("/anywhere/Labs/Bank/Scenario/Bank.swift", 3)
        for teller in [1, 2] {
            run.wait(.mutex, for: lock, by: teller)
            run.trace.waits[teller - 1].place = lockPlace
        }
        let audits = [run.enqueue("audit #1", on: queue, place: submitPlace), run.enqueue("audit #2", on: queue, place: submitPlace)]
        run.at(1_500)
        run.waitOver(by: 1)
        for audit in audits { run.begin(audit, on: 1) }
        run.at(2_000)
        for audit in audits { run.end(audit) }
        var notes = LineNotes(run.trace)
        #expect(notes.notes(file: "Scenario/Account.swift", line: 14) == ["teller 2 blocked for ever"])
        #expect(notes.notes(file: "Scenario/Bank.swift", line: 3) == ["2 blocks, all at the same time"])
        #expect(notes.notes(file: "Scenario/Account.swift", line: 15).isEmpty)
        run.waitOver(by: 2)
        notes = LineNotes(run.trace)
        #expect(notes.notes(file: "Scenario/Account.swift", line: 14) == ["2 threads blocked, up to 2 ms"])
    }

    @Test("A lab whose source is not there says where the code is, and asks and answers all the same")
    func withoutSource() throws {
        let run = try LabProcess("LabProbe", ["--variant", "fine", "--width", "100"])
        #expect(run.output.contains("The code is `Probe.work` in the folder Tests/LabProbe/Scenario. It cannot be read here."))
        #expect(run.output.contains("Before it runs: What happens?") && run.output.contains("The answer is 2: that."))
    }
}
