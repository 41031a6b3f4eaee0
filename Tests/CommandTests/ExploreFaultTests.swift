import Foundation
import TestSupport
import Testing

/// Programs that do not compile, do harm or never end: each gets a verdict or a clear message, and
/// the explorer survives.
@Suite(.startsProcesses) struct ExploreFaultTests {
    let folder: Folder
    init() throws { folder = try Folder() }

    private func explore(_ contents: Data, as name: String = "made.swift") throws -> Commands.Outcome {
        try contents.write(to: URL(fileURLWithPath: folder.file(name)))
        return try Commands.run(["explore", "--all", folder.file(name)], in: folder)
    }

    private func explore(_ scenario: FaultyScenario) throws {
        let outcome = try explore(Data(scenario.text.utf8))
        #expect(!outcome.timedOut)
        #expect(outcome.code == scenario.code, "\(outcome.output) \(outcome.errors)")
        let said = (outcome.output + outcome.errors).split(whereSeparator: \.isWhitespace).joined(separator: " ")
        for words in scenario.words { #expect(said.contains(words), "\(said)") }
        #expect(!said.unicodeScalars.contains("\u{1B}") && !said.unicodeScalars.contains("\0"))
        if scenario.code == 2 { #expect(outcome.errors.split(separator: "\n").count <= 3) }
    }

    @Test(
        "A call that leads out of the process or waits outside of it is refused, with its name and line",
        arguments: Corpus.part(FaultyScenario.outside))
    func outside(_ scenario: FaultyScenario) throws { try explore(scenario) }

    @Test(
        "A failure inside of the program is a verdict, and code that only looks dangerous has no effect",
        arguments: Corpus.part(FaultyScenario.inside))
    func inside(_ scenario: FaultyScenario) throws { try explore(scenario) }

    @Test(
        "Calls on which libdispatch traps, and forbidden lock calls, are misuse, with their line; legal calls are not",
        arguments: Corpus.part(FaultyScenario.misuses))
    func misuses(_ scenario: FaultyScenario) throws { try explore(scenario) }

    @Test("Control characters of a file that does not compile are shown as their codes, in explore and in grade; those of names, too")
    func controlCharacters() throws {
        let text = "func scenario() -> Int { \"\u{1B}]0;owned\u{7}\u{1B}[31m\" }\n"
        let explored = try explore(Data(text.utf8))
        #expect(explored.code == 2)
        #expect(explored.errors.contains("\\u{1B}[31m"), "\(explored.errors)")
        let graded = try Commands.run(["grade", "01-once", "--attempt", folder.file("made.swift")], in: folder)
        let named = try Commands.run(["explore", folder.file("\u{1B}[31mred.swift")], in: folder)
        let traced = try Commands.run(["trace", "-o", folder.file("\u{1B}[31m"), "--", folder.file("\u{1B}[32mnone")], in: folder)
        for outcome in [explored, graded, named, traced] {
            #expect(outcome.code != 0)
            #expect(!(outcome.output + outcome.errors).unicodeScalars.contains { $0 == "\u{1B}" || $0 == "\u{7}" }, "\(outcome)")
        }
    }

    @Test(
        "A file that is empty, binary or not named .swift is refused with a message, and so is a folder without one; quotes and spaces in its name have no effect"
    )
    func files() throws {
        try explore(Data()).expectMisuse("no function scenario()")
        try explore(Data((0..<3000).map { UInt8(truncatingIfNeeded: $0 &* 167 &+ 128) })).expectMisuse("UTF-8")
        // A folder stands for the Swift files in it.
        try Commands.run(["explore", folder.path], in: folder).expectMisuse("made.swift", "UTF-8")
        try Commands.run(["explore", "/dev"], in: folder).expectMisuse("no Swift files")
        try Commands.run(["explore", folder.file("missing.swift")], in: folder).expectMisuse("No such file")
        try explore(Data("func scenario() -> Int { 7 }\n".utf8), as: "made.txt").expectMisuse("end in .swift")
        let odd = try explore(Data("func scenario() -> Int { 7 }\n".utf8), as: "a b'c\"d $(e).swift")
        #expect(odd.code == 0, "\(odd.errors)")
        try explore(Data("func scenario(_ number: Int) -> Int { number }\n".utf8)).expectMisuse("has parameters")
    }

    @Test("A token that is damaged in one character is refused")
    func damagedTokens() throws {
        let text =
            "import Dispatch\nfunc scenario() -> Int {\n    var number = 0\n    DispatchQueue.concurrentPerform(iterations: 2) { _ in number += 1 }\n    return number\n}\n"
        _ = try explore(Data(text.utf8))
        let json = try Commands.run(["explore", "--json", folder.file("made.swift")], in: folder)
        let token = try #require(try JSONDecoder().decode(ExploreTests.Report.self, from: Data(json.output.utf8)).failure?.token)
        for index in token.indices {
            let damaged = token[..<index] + (token[index] == "0" ? "1" : "0") + token[token.index(after: index)...]
            let outcome = try Commands.run(["replay", String(damaged), folder.file("made.swift")], in: folder)
            #expect(outcome.code == 2, "\(damaged): \(outcome.output)")
        }
    }

    @Test("Two explorations at the same time do not disturb each other")
    func together() throws {
        for name in ["one", "two"] {
            let text =
                "import Dispatch\nvar total = 0\nfunc scenario() -> String {\n    DispatchQueue.concurrentPerform(iterations: 2) { _ in total += 1 }\n    return \"\\(total) \(name)\"\n}\n"
            try Data(text.utf8).write(to: URL(fileURLWithPath: folder.file("\(name).swift")))
        }
        let command = "\(Commands.interleave) explore one.swift & \(Commands.interleave) explore two.swift; wait"
        let both = try Commands.run("/bin/sh", ["-c", "cd \(folder.path); \(command)"], in: folder)
        for words in ["1 one", "2 one", "1 two", "2 two"] { #expect(both.output.contains(words), "\(both.output) \(both.errors)") }
    }

    @Test("Ctrl-C, whenever it comes, ends it with a message and leaves no files", arguments: ["0.1", "0.5", "1.5", "3"])
    func interruptions(_ seconds: String) throws {
        let text = """
            import Dispatch
            import Foundation
            var total = 0
            let lock = NSLock()
            func scenario() {
                DispatchQueue.concurrentPerform(iterations: 6) { number in
                    for _ in 0..<4 { lock.withLock { total += number } }
                }
            }

            """
        try Data(text.utf8).write(to: URL(fileURLWithPath: folder.file("made.swift")))
        let room = try Folder()
        let outcome = try Commands.run(
            "/usr/bin/timeout",
            [
                "--signal=INT", "--foreground", "--preserve-status", seconds, Commands.interleave, "explore", folder.file("made.swift"),
                "--budget", "1000000000",
            ],
            in: folder, environment: ["TMPDIR": room.path])
        #expect(!outcome.timedOut)
        #expect(outcome.code == 130 || outcome.output.contains("interrupted after"), "\(outcome.output) \(outcome.errors)")
        #expect(try FileManager.default.contentsOfDirectory(atPath: room.path) == [])
    }

    @Test("If the compiler cannot keep its modules, it builds them again")
    func unwritableHome() throws {
        try Data("func scenario() -> Int { 7 }\n".utf8).write(to: URL(fileURLWithPath: folder.file("made.swift")))
        let nowhere = ["HOME": "/proc/self", "XDG_CACHE_HOME": "/proc/self"]
        let outcome = try Commands.run(["explore", folder.file("made.swift")], in: folder, environment: nowhere)
        #expect(outcome.code == 0, "\(outcome.errors)")
    }

    @Test("A full disk is reported", .enabled(if: SmallDisk.canBeMade, SmallDisk.reason), arguments: ["8k", "32k"])
    func fullDisk(_ size: String) throws {
        let disk = try #require(SmallDisk(size: size))
        try Data("func scenario() -> Int { 7 }\n".utf8).write(to: URL(fileURLWithPath: folder.file("made.swift")))
        let outcome = try Commands.run(["explore", folder.file("made.swift")], in: folder, environment: ["TMPDIR": disk.folder.path])
        outcome.expectMisuse("space")
    }
}
