import Foundation
import TestSupport
import Testing

/// The suspension points of a task: each `await` at which the compiler lets it leave its actor, and
/// no other place.
@Suite(.serialized, .startsProcesses, .takesTurns) struct ExploreSuspensionTests {
    private let folder: Folder

    init() throws { folder = try Folder() }

    private struct Report: Decodable {
        struct Outcome: Decodable {
            var outcome: String
            var token: String
        }
        var verdict: String
        var complete: Bool
        struct EverySuspension: Decodable {
            struct Row: Decodable {
                var outcome: String?
                var failure: String?
                var allowed: Bool
                var token: String
            }
            var complete: Bool
            var onlyThere: [Row]
        }
        var distinctOutcomes: [Outcome]
        var everySuspension: EverySuspension?
        var outcomes: Set<String> { Set(distinctOutcomes.map(\.outcome)) }
    }

    /// Two tasks that use one actor in the same way: between its two words a method awaits.
    private static func diary(_ pause: String, _ others: String = "") -> String {
        """
        func doNothing() async {}
        actor Clerk { func greet() {} }
        actor Diary {
            let clerk = Clerk()
            var text = ""
            func add(_ word: String) async { text += word }
            func write(_ name: String) async {
                text += "\\(name)1"
                \(pause)
                text += "\\(name)2"
            }
        }
        \(others)
        func scenario() async -> String {
            let diary = Diary()
            async let a: Void = diary.write("a")
            async let b: Void = diary.write("b")
            _ = await (a, b)
            return await diary.text
        }
        """
    }

    private static let apart: Set = ["a1a2b1b2", "b1b2a1a2"]
    private static let mixed: Set = ["a1a2b1b2", "a1b1a2b2", "a1b1b2a2", "b1a1a2b2", "b1a1b2a2", "b1b2a1a2"]
    private static let onMainActor = """
        func doNothing() async {}
        @MainActor final class Model {
            var text = ""
            func write(_ name: String) async {
                text += "\\(name)1"
                PAUSE
                text += "\\(name)2"
            }
        }
        @MainActor func scenario() async -> String {
            let model = Model()
            let a = Task { await model.write("a") }, b = Task { await model.write("b") }
            await a.value
            await b.value
            return model.text
        }
        """

    private static let programs: [(name: String, text: String, outcomes: Set<String>)] = [
        ("an empty function", diary("await doNothing()"), apart),
        ("two awaits of its own methods", diary("await add(\"\"); await add(\"\")"), apart),
        ("an empty closure", diary("let work: () async -> Void = {}; await work()"), apart),
        ("a yield", diary("await Task.yield()"), mixed),
        ("another actor", diary("await clerk.greet()"), mixed),
        ("a task's value", diary("await Task.detached {}.value"), mixed),
        ("an empty function on the main actor", onMainActor.replacingOccurrences(of: "PAUSE", with: "await doNothing()"), ["a1a2b1b2"]),
        (
            "a yield on the main actor", onMainActor.replacingOccurrences(of: "PAUSE", with: "await Task.yield()"),
            ["a1b1a2b2", "a1b1b2a2"]
        ),
    ]

    @Test(
        "Other tasks run on an actor exactly where a method leaves it, and real runs show the same",
        arguments: Corpus.part(programs.map(\.name)))
    func suspensions(_ name: String) throws {
        let program = try #require(Self.programs.first { $0.name == name })
        let report: Report = try Commands.report(program.text, code: 0, in: folder)
        #expect(report.complete && report.verdict == "none")
        #expect(report.outcomes == program.outcomes)
        let seen = try real(program.text)
        #expect(!seen.isEmpty && seen.isSubset(of: report.outcomes), "\(seen)")
    }

    /// Runs a scenario three thousand times, compiled by the plain compiler.
    private func real(_ text: String) throws -> Set<String> {
        try text.write(toFile: folder.file("real.swift"), atomically: false, encoding: .utf8)
        try """
        @main struct Runs {
            static func main() async {
                var seen: Set<String> = []
                for _ in 0..<3000 { seen.insert(await scenario()) }
                print(seen.joined(separator: " "))
            }
        }
        """.write(toFile: folder.file("runs.swift"), atomically: false, encoding: .utf8)
        let command = "swiftc -swift-version 5 -parse-as-library real.swift runs.swift -o real 2>words && ./real"
        let outcome = try Commands.shell("cd '\(folder.file("."))' && \(command)", in: folder)
        try #require(outcome.code == 0, "\(outcome.errors)")
        return Set(outcome.output.split { $0 == " " || $0 == "\n" }.map(String.init))
    }

    @Test("With --every-suspension other tasks can run at each await; the tokens contain the option")
    func everySuspension() throws {
        let text = Self.diary("await doNothing()")
        let outcome = try Commands.explore(text, ["--every-suspension", "--json"], in: folder)
        let report = try JSONDecoder().decode(Report.self, from: Data(outcome.output.utf8))
        #expect(report.complete && report.outcomes == Self.mixed)
        let file = folder.file("scenario.swift"), token = try #require(report.distinctOutcomes.first { $0.outcome == "a1b1b2a2" }).token
        for options in [[], ["--every-suspension"]] {
            let again = try Commands.run(["replay", token, file, "--json"] + options, in: folder)
            let replayed = try JSONDecoder().decode(Report.self, from: Data(again.output.utf8))
            #expect(again.code == 0 && replayed.outcomes == ["a1b1b2a2"], "\(again.output)")
        }
        let plain: Report = try Commands.report(text, code: 0, in: folder)
        let other = try Commands.run(["replay", try #require(plain.distinctOutcomes.first).token, file, "--every-suspension"], in: folder)
        #expect(other.code == 2 && other.errors.contains("The token was made without --pool"), "\(other.errors)")
    }

    @Test("What happens only with a suspension at each await is told too, marked, and not counted; a token replays it")
    func toldToo() throws {
        let report: Report = try Commands.report(Self.diary("await doNothing()"), code: 0, in: folder)
        let further = try #require(report.everySuspension)
        #expect(report.outcomes == Self.apart && further.complete)
        #expect(Set(further.onlyThere.compactMap(\.outcome)) == Self.mixed.subtracting(Self.apart))
        for row in further.onlyThere {
            let again = try Commands.run(["replay", row.token, folder.file("scenario.swift"), "--json"], in: folder)
            let replayed = try JSONDecoder().decode(Report.self, from: Data(again.output.utf8))
            #expect(replayed.outcomes == [row.outcome ?? ""], "\(again.output)\(again.errors)")
        }
        let page = try Commands.explore(Self.diary("await doNothing()"), [], in: folder)
        #expect(page.output.split(separator: "\n").count { $0.hasSuffix("  if each await suspends") } == 4, "\(page.output)")
        // Where nothing else happens, the page says so. Without an actor, there is nothing to leave out.
        let same = try Commands.explore(Self.diary("await clerk.greet()"), [], in: folder)
        #expect(same.output.contains("Nothing else happens then."), "\(same.output)")
        let without: Report = try Commands.report("func scenario() async -> Int { await Task { 1 }.value }", code: 0, in: folder)
        #expect(without.everySuspension == nil)
    }

    @Test("A wait that only such an await could make endless is endless with --every-suspension, and not without")
    func gate() throws {
        let text = """
            func doNothing() async {}
            actor Gate {
                var isOpen = false, waiter: CheckedContinuation<Void, Never>?
                func pass() async {
                    if isOpen { return }
                    await doNothing()
                    await withCheckedContinuation { waiter = $0 }
                }
                func open() {
                    isOpen = true
                    waiter?.resume()
                    waiter = nil
                }
            }
            func scenario() async {
                let gate = Gate()
                async let one: Void = gate.pass()
                async let two: Void = gate.open()
                _ = await (one, two)
            }
            """
        #expect(try Commands.explore(text, in: folder).code == 0)
        let every = try Commands.explore(text, ["--every-suspension"], in: folder)
        #expect(every.code == 1 && every.output.contains("leak"), "\(every.output)")
    }
}
