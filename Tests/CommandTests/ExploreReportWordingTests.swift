import Foundation
import TestSupport
import Testing

/// The words of an exploration's report: one name for one thing, true lines, no invisible
/// characters.
@Suite(.startsProcesses) struct ExploreReportWordingTests {
    let folder: Folder

    init() throws { folder = try Folder() }

    private func explore(_ text: String, _ options: [String] = []) throws -> Commands.Outcome {
        try Commands.explore(text, options, in: folder)
    }

    private func report(_ text: String) throws -> ExploreTests.Report {
        try Commands.report(text, in: folder)
    }

    @Test("The first line says what is wrong, in how many interleavings, and whether each one was run")
    func firstLine() throws {
        let page = try explore("func scenario() -> Int { 1 }\nfunc allowed(_ outcome: Int) -> Bool { outcome == 2 }\n").output
        let line = try #require(page.split(separator: "\n").first { $0.contains(": ") })
        #expect(line.contains(": its outcome is wrong."), "\(page)")
        #expect(page.contains("1 interleaving, complete, in "), "\(page)")
    }

    @Test("The number of interleavings does not depend on the length of the file's name")
    func longName() throws {
        let text = "func scenario() -> Int { 1 }\n"
        for name in ["a.swift", "\(String(repeating: "abcdefghi", count: 5)).swift"] {
            let file = folder.file(name)
            try text.write(toFile: file, atomically: false, encoding: .utf8)
            let page = try Commands.run(["explore", file], in: folder).output.split(whereSeparator: \.isWhitespace).joined(separator: " ")
            #expect(page.contains(".swift: no interleaving fails. 1 interleaving, complete, in "), "\(page)")
        }
    }

    private static let note = """
        import Dispatch

        var isThere = false

        func scenario() -> String {
            let group = DispatchGroup()
            var seen = false
            DispatchQueue.global().async(group: group) { isThere = true }
            DispatchQueue(label: "reader").async(group: group) { seen = isThere }
            group.wait()
            return seen ? "seen" : ""
        }

        """

    @Test("A result without characters is reported as an empty one")
    func emptyResult() throws {
        let text = try explore(Self.note).output.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        #expect(text.contains("an empty result (\"\")") && text.contains("“seen”"), "\(text)")
        #expect(text.contains(" \"\" 1 "), "the table shows it: \(text)")
    }

    @Test("Equal dictionaries, and equal sets, are one outcome, in whatever order they were filled")
    func unordered() throws {
        func outcomes(_ type: String, _ fill: String, _ empty: String) throws -> [String] {
            let text = """
                import Foundation
                func scenario() -> \(type) {
                    var all: \(type) = \(empty)
                    let lock = NSLock(), group = DispatchGroup()
                    for number in [1, 12, 3] { DispatchQueue.global().async(group: group) { lock.withLock { \(fill) } } }
                    group.wait()
                    return all
                }

                """
            let outcome = try explore(text, ["--json"])
            return try JSONDecoder().decode(ExplanationTests.Report.self, from: Data(outcome.output.utf8)).distinctOutcomes.map(\.outcome)
        }
        #expect(try outcomes("[Int: String]", "all[number] = \"n\\(number)\"", "[:]") == ["[1: \"n1\", 3: \"n3\", 12: \"n12\"]"])
        #expect(try outcomes("Set<Int>", "_ = all.insert(number)", "[]") == ["[1, 3, 12]"])
    }

    @Test("Control characters are printed as codes, in sentences too")
    func control() throws {
        let output = try explore("func scenario() -> String { \"a\\u{1B}[31m\\u{0}b\" }\nfunc allowed(_ text: String) -> Bool { false }\n")
            .output
        #expect(output.contains("not allowed: “a\\u{1B}[31m\\u{0}b”."), "\(output)")
        #expect(!output.contains("\u{1B}") && !output.contains("\0"))
    }

    @Test("The explanation, the steps and the drawing of a schedule call a block by one name")
    func names() throws {
        let failure = try #require(try report(Self.note).failure)
        #expect(failure.summary.contains("block 1 on a global queue") && failure.summary.contains("block 2 on queue “reader”"))
        let file = folder.file("scenario.swift")
        let steps = try Commands.run(["replay", failure.token, file, "--step"], in: folder).output
        for words in ["main thread submits block 1", "block 1: writes isThere", "block 2: reads isThere", "block 2 starts"] {
            #expect(steps.contains(words), "\(steps)")
        }
        #expect(!steps.contains("worker") && !steps.contains("main task") && !steps.contains("this thread starts"))
        let drawing = try Commands.run(["replay", failure.token, file], in: folder).output
        #expect(drawing.contains("block 1") && drawing.contains("block 2") && drawing.contains("main thread"))
    }

    @Test("The drawing has no threads that the program did not create, and uses the names of the explanation")
    func tasks() throws {
        let wrong = try report(
            """
            actor Account {
                var balance = 0
                func add() async {
                    let before = balance
                    await Task.yield()
                    balance = before + 1
                }
            }

            func scenario() async -> Int {
                let account = Account()
                async let one: Void = account.add()
                async let two: Void = account.add()
                _ = await (one, two)
                return await account.balance
            }

            func allowed(_ balance: Int) -> Bool { balance == 2 }

            """)
        let token = try #require(wrong.failure?.token)
        let steps = try Commands.run(["replay", token, folder.file("scenario.swift"), "--step"], in: folder).output
        for words in ["task 1 is the first to use this actor", "task 2 asks to run on the actor", "main task"] {
            #expect(steps.contains(words), "\(steps)")
        }
        for words in ["makes this actor", "makes an actor", "task main task", "task #"] { #expect(!steps.contains(words), "\(steps)") }
    }

    @Test("An access is shown at its own line, also where the compiler gives it none")
    func lines() throws {
        let wrong = try report(
            """
            import Dispatch

            func scenario() -> Int {
                let enough = DispatchSemaphore(value: 0)
                var count = 0
                DispatchQueue.global().async {
                    count += 1
                    enough.signal()
                    count += 1
                }
                enough.wait()
                let seen = count
                enough.signal()
                return seen
            }

            """)
        #expect(wrong.verdict == "race")
        #expect(Set(try #require(wrong.failure).locations.map(\.line)) == [9, 12])
    }
}
