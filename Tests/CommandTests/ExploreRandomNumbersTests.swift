import Foundation
import TestSupport
import Testing

/// A program's random numbers: the same in each execution and each run of the tool, and different
/// with another seed.
@Suite(.startsProcesses, .takesTurns) struct ExploreRandomNumbersTests {
    let folder: Folder

    init() throws { folder = try Folder() }

    private struct Report: Decodable {
        struct Outcome: Decodable {
            var outcome: String
            var token: String?
            var randomSeeds: [Int]
        }
        struct Finding: Decodable {
            var kind: String
            var token: String
            var randomSeeds: [Int]
        }
        var verdict: String
        var complete: Bool
        var drawsRandomNumbers: Bool
        var randomSeeds: [Int]
        var distinctOutcomes: [Outcome]
        var findings: [Finding]
    }

    private func report(_ text: String, _ options: [String] = []) throws -> Report {
        let outcome = try Commands.explore(text, options + ["--json"], in: folder)
        return try JSONDecoder().decode(Report.self, from: Data(outcome.output.utf8))
    }

    private static let sources = [
        "Int.random(in: 0..<1_000_000)", "Bool.random()", "Double.random(in: 0..<1)", "(0..<9).shuffled()", "[1, 2, 3, 4].randomElement()!",
        "{ var system = SystemRandomNumberGenerator(); return system.next() }()", "UUID()", "NSUUID().uuidString",
        "ProcessInfo.processInfo.globallyUniqueString.prefix(8)", "arc4random()", "arc4random_uniform(1000)",
        "{ var byte = UInt8(0); arc4random_buf(&byte, 1); return byte }()", "{ var byte = UInt8(0); getentropy(&byte, 1); return byte }()",
        "{ let file = fopen(\"/dev/urandom\", \"r\")!; defer { fclose(file) }; return fgetc(file) }()",
        "{ let file = open(\"/dev/random\", O_RDONLY); defer { close(file) }; var byte = UInt8(0); read(file, &byte, 1); return byte }()",
        "FileHandle(forReadingAtPath: \"/dev/urandom\")!.readData(ofLength: 2).map { $0 }",
    ]
    private static let repeated = [
        "drand48()", "lrand48()", "mrand48()", "rand()", "random()", "\"photo\".hashValue", "Set(0..<9).map { $0 }",
    ]

    private static func drawing(_ sources: [String]) -> String {
        """
        import Foundation

        func scenario() -> String {
            var drawn: [String] = []
        \(sources.map { "    drawn.append(\"\\(\($0))\")" }.joined(separator: "\n"))
            return drawn.joined(separator: " ")
        }

        """
    }

    @Test("Each source of random numbers gives the same numbers in each run of the tool, and the report is the same")
    func allSources() throws {
        let text = Self.drawing(Self.sources + Self.repeated)
        let reports = try (0..<4).map { _ in
            try Commands.explore(text, ["--json"], in: folder).output.split(separator: "\n").filter { !$0.contains("\"seconds\"") }
        }
        #expect(Set(reports).count == 1)
        #expect(reports[0].contains { $0.contains("\"verdict\" : \"none\"") } && reports[0].contains { $0.contains("\"complete\" : true") })
        #expect(reports[0].contains { $0.contains("\"drawsRandomNumbers\" : true") })
    }

    @Test(
        "Each source gives other numbers with another seed",
        arguments: Corpus.part(sources + ["\"photo\".hashValue", "Set(0..<9).map { $0 }"]))
    func otherSeeds(source: String) throws {
        let report = try report(Self.drawing([source]), ["--random-seeds", "6"])
        #expect(report.verdict == "none" && report.complete && report.randomSeeds == Array(1...6))
        #expect(report.distinctOutcomes.count > 1)
        #expect(report.distinctOutcomes.flatMap(\.randomSeeds).sorted() == Array(1...6))
    }

    private static let lucky = """
        import Foundation

        func scenario() -> Int {
            let first = NSLock(), second = NSLock(), group = DispatchGroup(), crosses = CHANCE
            DispatchQueue.global().async(group: group) { first.withLock { second.withLock {} } }
            DispatchQueue.global().async(group: group) {
                if crosses { second.withLock { first.withLock {} } } else { first.withLock { second.withLock {} } }
            }
            group.wait()
            return crosses ? 1 : 0
        }

        """

    @Test("A bug that depends on a random number is found with several seeds; the token contains its seed")
    func bugOfASeed() throws {
        let text = Self.lucky.replacing("CHANCE", with: "(0..<3).randomElement()! == 1"),
            report = try report(text, ["--random-seeds", "8"])
        #expect(report.verdict == "deadlock" && report.complete && report.drawsRandomNumbers)
        #expect(Set(report.distinctOutcomes.map(\.outcome)) == ["0", "1"])
        let finding = try #require(report.findings.first)
        #expect(!finding.randomSeeds.isEmpty && finding.randomSeeds == report.distinctOutcomes.first { $0.outcome == "1" }?.randomSeeds)
        for (token, code) in [(finding.token, Int32(1))] + report.distinctOutcomes.compactMap({ $0.token }).map({ ($0, 0) }) {
            let replay = try Commands.run(["replay", token, folder.file("scenario.swift"), "--json"], in: folder)
            #expect(replay.code == code, "\(replay.output) \(replay.errors)")
        }
        let words = try Commands.explore(text, ["--random-seeds", "8"], in: folder).output
        #expect(words.contains("With random seed") && words.contains("was explored with 8 random seeds (1 to 8)"), "\(words)")
    }

    @Test("With one seed the report says that random numbers were the same, and how to try others")
    func oneSeed() throws {
        let words = try Commands.explore(Self.lucky.replacing("CHANCE", with: "Int.random(in: 0..<1000) == 7"), in: folder)
        let text = words.output.replacing("\n", with: " ")
        #expect(
            words.code == 0 && text.contains("The program draws random numbers. They were the same in each execution"), "\(words.output)")
        #expect(text.contains("--random-seeds"))
        let none = try Commands.explore(Self.lucky.replacing("CHANCE", with: "false"), in: folder).output
        #expect(!none.contains("random"), "\(none)")
    }

    @Test("Two threads draw different numbers, whichever is first; each can draw the first one of the C library's sequence")
    func rowsOfTasks() throws {
        func text(_ draw: String) -> String {
            """
            import Foundation

            func scenario() -> String {
                let lock = NSLock()
                nonisolated(unsafe) var drawn = [0, 0]
                DispatchQueue.concurrentPerform(iterations: 2) { index in
                    let number = \(draw)
                    lock.withLock { drawn[index] = number }
                }
                return drawn[0] < drawn[1] ? "rising" : drawn[0] > drawn[1] ? "falling" : "equal"
            }

            """
        }
        let own = try report(text("Int.random(in: 0..<1_000_000_000)"))
        #expect(own.verdict == "none" && own.complete && own.distinctOutcomes.count == 1)
        #expect(own.distinctOutcomes.first?.outcome != "equal")
        let shared = try report(text("Int(random())"))
        #expect(shared.verdict == "none" && shared.complete)
        #expect(Set(shared.distinctOutcomes.map(\.outcome)) == ["rising", "falling"])
        // The manual of the C library says: not safe for several threads.
        #expect(try report(text("Int(lrand48())")).verdict == "race")
    }

    @Test("The numbers of rand() and drand48() are those of a run without the explorer")
    func numbersOfTheLibrary() throws {
        let sources = [
            "rand()", "random()", "drand48()", "lrand48()", "{ srand(7); return rand() }()", "{ srand48(7); return mrand48() }()",
        ]
        let text = Self.drawing(sources), program = folder.file("program")
        try (text + "\nprint(scenario())\n").write(toFile: folder.file("main.swift"), atomically: true, encoding: .utf8)
        let compiled = try Commands.run("/bin/bash", ["-c", "swiftc -o '\(program)' '\(folder.file("main.swift"))'"], in: folder)
        try #require(compiled.code == 0, "\(compiled.errors)")
        let real = try Commands.run(program, [], in: folder).output.trimmingCharacters(in: .whitespacesAndNewlines)
        #expect(try report(text).distinctOutcomes.map(\.outcome) == [real])
    }

    @Test("The number of seeds has bounds")
    func wrongNumber() throws {
        try Commands.run(["explore", "--random-seeds", "0", "x.swift"], in: folder).expectMisuse("--random-seeds")
    }
}
