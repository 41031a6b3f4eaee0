import Foundation
import TestSupport
import Testing

/// `interleave test`: the tests of a package, as they are, under every interleaving.
@Suite(.startsProcesses, .serialized, .takesTurns) struct TestCommandTests {
    let fixture: ExploredTestsFixture
    init() throws { fixture = try ExploredTestsFixture.shared.get() }

    @Test("In a new package, the bugs of each kind of test are found at their lines, and the right tests pass")
    func finds() throws {
        let results = try fixture.results("--filter", "Accounts|Counters", code: 1)
        let account = "My Shop/Sources/Bank/Account.swift"
        let negative = try #require(results["BankTests.Accounts/neverNegative()"]?.first)
        #expect(negative.status == "failed" && negative.report?.verdict == "assertion" && negative.report?.complete == true)
        let check = try fixture.package.line("guard balance", in: account)
        #expect(negative.report?.findings.first?.places.contains("Account.swift:\(check)") == true)
        let counts = try #require(results["BankTests.Counters/counts()"]?.first)
        #expect(counts.status == "failed" && counts.report?.findings.map(\.kind).contains("race") == true)
        let race = counts.report?.findings.first { $0.kind == "race" }
        #expect(race?.places.contains("Account.swift:\(try fixture.package.line("count += 1", in: account))") == true)
        let inBlocks = try #require(results["BankTests.Counters/countsInBlocks()"]?.first)
        #expect(inBlocks.report?.findings.contains { $0.kind == "assertion" } == true, "\(inBlocks)")
        let inTurn = try #require(results["BankTests.Counters/inTurn()"]?.first)
        #expect(inTurn.status == "passed" && inTurn.executions == 2 && inTurn.report?.complete == true)
        #expect(results["BankTests.Accounts/once(amount:)"]?.map(\.status) == ["passed", "passed", "passed"])
        #expect(results["BankTests.Accounts/once(amount:)"]?.map(\.argument) == ["10", "80", "200"])
        #expect(results["BankTests.Counters/later()"]?.first?.status == "skipped")
        #expect(results["BankTests.Counters/later()"]?.first?.reason.contains("not now") == true)
        // (A known issue is none, and ten minutes of virtual time do not exceed a limit of real time.)
        #expect(results["BankTests.Counters/known()"]?.first?.status == "passed")
    }

    @Test("The tests of XCTest are explored with their set-up, their expectations and the main queue")
    func ofXCTest() throws {
        let results = try fixture.results("--filter", "OldTests|NewTests", code: 1)
        func result(_ name: String) throws -> ExploredTestsFixture.Page.Test { try #require(results["BankTests.\(name)()"]?.first) }
        let counts = try result("OldTests/testCounts"),
            line = try fixture.package.line("count += 1", in: "My Shop/Sources/Bank/Account.swift")
        #expect(counts.status == "failed" && counts.report?.findings.first?.places.contains("Account.swift:\(line)") == true, "\(counts)")
        #expect(Set(counts.report?.distinctOutcomes.map(\.outcome) ?? []) == ["passed"])
        #expect(try result("NewTests/testNeverNegative").report?.verdict == "assertion")
        for name in [
            "OldTests/testExpectation", "OldTests/testMainQueue", "OldTests/testMeasure", "NewTests/testFulfillment", "NewTests/testOnMain",
        ] {
            let passed = try result(name)
            #expect(passed.status == "passed" && passed.report?.complete == true, "\(passed)")
        }
        // (Blocks of two queues: each can be the first.)
        #expect(try result("OldTests/testExpectation").executions > 1)
        #expect(["deadlock", "leak", "lostWakeup"].contains(try result("OldTests/testTimeout").report?.verdict))
        for name in ["testForgotten", "testThrows"] { #expect(try result("OldTests/\(name)").report?.verdict == "assertion") }
        #expect(try result("OldTests/testSkips").status == "skipped")
        let predicate = try result("OldTests/testPredicate")
        #expect(predicate.status == "refused" && predicate.reason.contains("RunLoop cannot be explored"), "\(predicate)")
    }

    @Test("A line for each test, then the failures with their steps, then a sentence that counts all")
    func words() throws {
        let outcome = try fixture.run("--filter", "Accounts")
        #expect(outcome.code == 1)
        let lines = outcome.output.split(separator: "\n").map(String.init)
        #expect(lines.contains { $0.hasPrefix("FAILED   BankTests.Accounts/neverNegative(): assertion, ") && $0.contains(" executions, ") })
        #expect(lines.contains { $0.hasPrefix("passed   BankTests.Accounts/once(amount:) with 80: every interleaving, 1 execution, ") })
        #expect(outcome.output.contains("Expectation failed: await account.balance >= 0 (BankTests.swift:11)"))
        #expect(outcome.output.contains("their order decides"))
        #expect(lines.last == "4 tests: 3 passed in every interleaving, 1 failed.")
    }

    @Test("The token of a test replays its schedule step by step, and belongs to no other test")
    func token() throws {
        let results = try fixture.results("--filter", "neverNegative", code: 1)
        let token = try #require(results.values.first?.first?.report?.findings.first?.token)
        let replayed = try fixture.run("--filter", "Accounts", "--replay", token)
        #expect(
            replayed.code == 1 && replayed.output.contains("BankTests.Accounts/neverNegative(): failed expectation in this interleaving."))
        #expect(replayed.output.contains("writes Account.balance: 20 → -60"), "\(replayed.output)")
        let other = try fixture.run("--filter", "Counters", "--replay", token)
        #expect(other.code == 2 && other.errors.contains("belongs to none of these tests"), "\(other.errors)")
    }

    @Test("A call that cannot be explored is refused by its line, an end of the process is a failure, and nothing is silently green")
    func odd() throws {
        let results = try fixture.results("--filter", "Odd/[^ms]|starts|Traps", code: 1)
        func result(_ name: String) throws -> ExploredTestsFixture.Page.Test { try #require(results["BankTests.\(name)"]?.first) }
        let file = "My Shop/Tests/BankTests/Odd.swift"
        for (name, call) in [("starts", "Process.run"), ("forks", "system"), ("opens", "socket")] {
            let refused = try result("Odd/\(name)()"), line = try fixture.package.line("func \(name)()", in: file)
            #expect(
                refused.status == "refused" && refused.reason.hasPrefix("\(call) cannot be explored") && refused.line == line, "\(refused)")
        }
        let endless = try result("Odd/endless()")
        #expect(endless.status == "failed" && endless.report?.verdict == "livelock", "\(endless)")
        #expect(try result("Odd/prints()").status == "passed")
        let exits = try result("Odd/exits()")
        #expect(exits.status == "failed" && exits.reason == "it ends the process: exit(0)", "\(exits)")
        #expect(try result("Odd/withoutArguments(number:)").status == "skipped")
        let trap = try result("Traps/trap()")
        let place = "Odd.swift:\(try fixture.package.line("fatalError", in: file))"
        #expect(trap.status == "failed" && trap.report?.findings.first?.places.contains(place) == true, "\(trap)")
        // (Without a failure, a refused test is not a success.)
        #expect(try fixture.run("--filter", "Odd/opens").code == 2)
    }

    @Test("A budget ends the exploration of each test, and says so")
    func budget() throws {
        let short = try fixture.results("--filter", "inTurn", "--budget", "1", code: 3)
        #expect(short.values.first?.first?.status == "notComplete" && short.values.first?.first?.executions == 1)
        let random = try fixture.results("--filter", "inTurn", "--strategy", "pct", "--budget", "20", code: 3)
        #expect(random.values.first?.first?.executions == 20)
        let few = try fixture.results("--filter", "Odd/several", "--preemptions", "0", code: 0).values.first?.first
        #expect(few?.status == "passed" && few?.report?.complete == false)
        #expect(try fixture.results("--filter", "Odd/many", "--budget", "1s", code: 3).values.first?.first?.status == "notComplete")
        #expect(try fixture.results("--filter", "inTurn", "--budget", "10m", code: 0).values.first?.first?.status == "passed")
        let bad = try fixture.run("--budget", "soon")
        #expect(bad.code == 2 && bad.errors.contains("soon"), "\(bad.errors)")
    }

    @Test("The list has each test once, the parts of a list have each of its tests once, and a filter without a test says so")
    func list() throws {
        let all = try fixture.run("--list")
        #expect(all.code == 0 && all.output.contains("BankTests.Accounts/neverNegative()  (BankTests.swift:6)"), "\(all.output)")
        #expect(all.output.contains("BankTests.OldTests/testCounts()"))
        // A subclass has the tests of its superclass, too. A test that cannot be called is refused, and no other.
        for name in ["BaseTests/testInherited", "DerivedTests/testInherited", "DerivedTests/testOwn"] {
            #expect(all.output.contains("BankTests.\(name)()"), "\(all.output)")
        }
        let refused = all.output.split(separator: "\n").filter { $0.contains("refused: ") }
        #expect(refused.count == 1 && refused.first?.contains("testOfClerk()") == true, "\(all.output)")
        let parts = try (1...3).map { try fixture.run("--list", "--shard", "\($0)/3").output.split(separator: "\n") }
        #expect(parts.joined().sorted() == all.output.split(separator: "\n").sorted() && parts.allSatisfy { !$0.isEmpty })
        let none = try fixture.run("--filter", "Nowhere")
        #expect(none.code == 2 && none.errors.contains("has no test whose name matches Nowhere") && none.errors.contains("--list"))
        let expression = try fixture.run("--filter", "(")
        #expect(expression.code == 2 && expression.errors.contains("is not a regular expression"))
        let shard = try fixture.run("--shard", "4/3")
        #expect(shard.code == 2 && shard.errors.contains("--shard must be K/N"))
    }

    @Test("The JUnit file is whole after Ctrl-C, and says which tests were not explored")
    func interrupted() throws {
        let file = fixture.folder.file("results.xml")
        let command =
            "'\(Commands.interleave)' test --package '\(fixture.package.path)' --filter 'Odd/(endless|exits)' --jobs 1 --junit '\(file)'"
        // (The test without end is stopped after seconds. Ctrl-C comes when the file has the names of the tests, before.)
        let script = "\(command) & p=$!; while kill -0 $p && ! grep -qs testcase '\(file)'; do sleep 0.02; done; kill -INT $p; wait $p"
        let outcome = try Commands.shell(script, in: fixture.folder)
        #expect(outcome.code == 130, "\(outcome.output) \(outcome.errors)")
        let text = try String(contentsOfFile: file, encoding: .utf8)
        let suites = try #require(try? JUnitDocument(text))
        #expect(suites.names == ["endless()", "exits()"] && suites.skipped == 2, "\(text)")
    }

    @Test("The JUnit file has each result, and is well-formed XML")
    func junit() throws {
        let file = fixture.folder.file("all.xml")
        #expect(try fixture.run("--filter", "Accounts|later|opens", "--junit", file).code == 1)
        let document = try JUnitDocument(String(contentsOfFile: file, encoding: .utf8))
        #expect(document.counts == ["tests": "6", "failures": "1", "errors": "1", "skipped": "1"])
        #expect(document.names.contains("once(amount:) with 80") && document.names.contains("neverNegative()"))
        #expect(document.failures == 1 && document.errors == 1 && document.skipped == 1)
        let nowhere = try fixture.run("--filter", "Accounts", "--junit", fixture.folder.file("nowhere/all.xml"))
        #expect(nowhere.code == 2 && nowhere.errors.contains("cannot be written"), "\(nowhere.errors)")
    }

    @Test("A second run compiles and links nothing, and two runs at the same time have the same results")
    func again() throws {
        _ = try fixture.results("--filter", "inTurn", code: 0)
        let before = try fixture.programs()
        #expect(!before.isEmpty)
        let command = "'\(Commands.interleave)' test --json --package '\(fixture.package.path)' --filter inTurn"
        let (one, two) = (fixture.folder.file("one"), fixture.folder.file("two"))
        let both = try Commands.shell(
            "\(command) > '\(one)' & \(command) > '\(two)'; r=$?; wait; test -s '\(one)' && test -s '\(two)' && exit $r", in: fixture.folder
        )
        #expect(both.code == 0, "\(both.errors)")
        #expect(try fixture.programs() == before)
    }
}

extension ExploredTestsFixture {
    /// When each program and each compiled file was made.
    func programs() throws -> [String: Date] {
        let root = "\(package.path)/.build/interleave"
        var dates = try package.dates()
        for name in try FileManager.default.subpathsOfDirectory(atPath: root) where name.contains("/tests/BankTests-") {
            dates[name] = try FileManager.default.attributesOfItem(atPath: "\(root)/\(name)")[.modificationDate] as? Date
        }
        return dates
    }
}
