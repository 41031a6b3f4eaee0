import Foundation
import TestSupport
import Testing

/// Programs as beginners write them: top-level code that prints.
@Suite(.startsProcesses) struct ScriptTests {
    struct Report: Decodable {
        struct Outcome: Decodable {
            var outcome: String
            var token: String
            var allowed: Bool
        }
        struct Failure: Decodable {
            var summary: String
        }
        var verdict: String
        var complete: Bool
        var distinctOutcomes: [Outcome]
        var failure: Failure?

        var outcomes: Set<String> { Set(distinctOutcomes.map(\.outcome)) }
    }

    let folder: Folder

    init() throws { folder = try Folder() }

    private func report(_ text: String, _ options: [String] = []) throws -> Report {
        let outcome = try Commands.explore(text, ["--json"] + options, in: folder)
        return try JSONDecoder().decode(Report.self, from: Data(outcome.output.utf8))
    }

    /// Scripts, and all their possible outputs.
    static let scripts: [(text: String, outcomes: Set<String>)] = [
        (
            """
            import Dispatch
            let group = DispatchGroup()
            DispatchQueue.global().async(group: group) { print("a") }
            DispatchQueue.global().async(group: group) { print("b") }
            group.wait()
            """, ["a\nb", "b\na"]
        ),
        // The process ends with main, and unfinished work ends with it.
        (
            """
            import Dispatch
            DispatchQueue.global().async { print("a") }
            print("main")
            """, ["main", "main\na", "a\nmain"]
        ),
        (
            """
            import Foundation
            let done = DispatchSemaphore(value: 0)
            Thread { print("thread"); done.signal() }.start()
            done.wait()
            print("end")
            """, ["thread\nend"]
        ),
        (
            """
            import Foundation
            let queue = OperationQueue()
            queue.addOperation { print("one") }
            queue.addOperation { print("two") }
            queue.waitUntilAllOperationsAreFinished()
            """, ["one\ntwo", "two\none"]
        ),
        // A print is one step, and a counter that main sets up begins again in each execution.
        (
            """
            import Dispatch
            var count = 10
            let queue = DispatchQueue(label: "own"), group = DispatchGroup()
            for _ in 1...2 { queue.async(group: group) { count += 1; print("n", count, separator: "=", terminator: ";") } }
            group.wait()
            """, ["n=11;n=12;"]
        ),
        (
            """
            func square(_ n: Int) async -> Int { print("square", n); return n * n }
            async let one = square(1)
            async let two = square(2)
            print(await one + two)
            """, ["square 1\nsquare 2\n5", "square 2\nsquare 1\n5"]
        ),
        (
            """
            Task { print("task") }
            print("main")
            """, ["main", "main\ntask", "task\nmain"]
        ),
        (
            """
            import Dispatch
            DispatchQueue.main.async { print("never") }
            print("main")
            """, ["main"]
        ),
        (
            """
            import Dispatch
            let group = DispatchGroup()
            DispatchQueue.global().async(group: group) { print("loaded") }
            group.notify(queue: .main) { print("shown") }
            dispatchMain()
            """, ["loaded\nshown"]
        ),
        (
            """
            @main struct App {
                static func main() async {
                    let task = Task { print("child") }
                    await task.value
                    print("main")
                }
            }
            """, ["child\nmain"]
        ),
        (
            """
            import Dispatch
            @main enum App {
                static func main() {
                    DispatchQueue.concurrentPerform(iterations: 2) { print($0) }
                }
            }
            """, ["0\n1", "1\n0"]
        ),
        // By whatever function it is printed.
        (
            """
            import Foundation
            setbuf(stdout, nil)
            let group = DispatchGroup()
            DispatchQueue.global().async(group: group) { puts("puts") }
            DispatchQueue.global().async(group: group) { FileHandle.standardOutput.write(Data("handle\\n".utf8)) }
            DispatchQueue.global().async(group: group) { fputs("an error is no outcome", stderr) }
            group.wait()
            withVaList([3]) { vprintf("%d", $0) }
            """, ["puts\nhandle\n3", "handle\nputs\n3"]
        ),
        // A function that returns nothing.
        (
            """
            import Dispatch
            func scenario() {
                DispatchQueue.global().async { print("a") }
                print("b")
            }
            """, ["a\nb", "b\na"]
        ),
    ]

    @Test("A program's output, in order, is its outcome: every possible one, and no other", arguments: Corpus.part(scripts.indices))
    func outcomes(_ index: Int) throws {
        let report = try report(Self.scripts[index].text)
        #expect(report.outcomes == Self.scripts[index].outcomes, "\(report)")
        #expect(report.verdict == "none" && report.complete, "\(report)")
        for outcome in report.distinctOutcomes.prefix(2) {
            let again = try Commands.run(["replay", "--json", outcome.token, folder.file("scenario.swift")], in: folder)
            let shown = try JSONDecoder().decode(Report.self, from: Data(again.output.utf8))
            #expect(shown.outcomes == [outcome.outcome])
        }
    }

    @Test("A program's real output is among its outcomes", arguments: [0, 1, 5, 6])
    func real(_ index: Int) throws {
        let text = Self.scripts[index].text, file = folder.file("real.swift")
        try text.write(toFile: file, atomically: false, encoding: .utf8)
        let compiled = try Commands.run("/usr/bin/env", ["swiftc", file, "-o", folder.file("real")], in: folder)
        try #require(compiled.code == 0, "\(compiled.errors)")
        let outcomes = try report(text).outcomes
        for _ in 1...20 {
            let printed = try Commands.run(folder.file("real"), [], in: folder).output
            #expect(outcomes.contains(printed.hasSuffix("\n") ? String(printed.dropLast()) : printed), "\(printed)")
        }
    }

    @Test("A print orders nothing: a data race between two threads that print is still found")
    func race() throws {
        let report = try report(
            """
            import Dispatch
            var count = 0
            let group = DispatchGroup()
            for _ in 1...2 { DispatchQueue.global().async(group: group) { print("before"); count += 1; print("after") } }
            group.wait()
            print(count)
            """)
        #expect(report.verdict == "race")
        #expect(report.outcomes.contains { $0.hasSuffix("\n1") } && report.outcomes.contains { $0.hasSuffix("\n2") })
    }

    @Test("A failure counts although main can have returned before it; a task that waits for ever after the end does not")
    func behindTheEnd() throws {
        let trap = try report("import Dispatch\nDispatchQueue.global().async { fatalError(\"late\") }\nprint(\"main\")\n")
        #expect(trap.verdict == "assertion" && trap.outcomes == ["main"])
        let stuck = try report(
            "import Dispatch\nDispatchQueue.global().async { DispatchSemaphore(value: 0).wait() }\nprint(\"main\")\n")
        #expect(stuck.verdict == "none" && stuck.outcomes == ["main"])
    }

    @Test("A main that waits for ever is a deadlock; an uncaught error of top-level code is reported as an error")
    func failures() throws {
        let deadlock = try report("import Dispatch\nprint(\"start\")\nDispatchSemaphore(value: 0).wait()\n")
        #expect(deadlock.verdict == "deadlock")
        let error = try report("struct Oops: Error {}\nfunc risky() throws { throw Oops() }\nprint(\"before\")\ntry risky()\n")
        #expect(error.failure?.summary == "An error is thrown in this interleaving: Oops()", "\(error)")
    }

    @Test(
        "A program that ends before all its output, or leaves its main queue, gets a note with advice; one that waits does not")
    func notes() throws {
        func page(_ index: Int) throws -> String { try Commands.explore(Self.scripts[index].text, in: folder).output }
        let early = try page(1), left = try page(7), whole = try page(0)
        let words = early.split(separator: "\n").joined(separator: " ")
        #expect(words.contains("A process ends when its main returns or calls exit()"), "\(early)")
        #expect(left.contains("dispatchMain()"), "\(left)")
        #expect(!whole.contains("process ends") && whole.contains("a ⏎ b"), "\(whole)")
    }

    @Test("allowed(_:) judges the output; outcome() replaces it")
    func judged() throws {
        let judged = try report("func allowed(_ text: String) -> Bool { text == \"a\\nb\" }\n" + Self.scripts[0].text)
        #expect(judged.verdict == "assertion")
        #expect(
            Dictionary(uniqueKeysWithValues: judged.distinctOutcomes.map { ($0.outcome, $0.allowed) }) == ["a\nb": true, "b\na": false])
        let asked = try report(
            """
            import Dispatch
            var count = 0
            func outcome() -> Int { count }
            let queue = DispatchQueue(label: "own")
            for _ in 1...2 { queue.async { count += 1; print(count) } }
            """)
        #expect(asked.outcomes == ["2"] && asked.complete, "\(asked)")
    }

    @Test("Several files and a folder are one program: main.swift is its top-level code")
    func files() throws {
        let package = folder.file("my program")
        try FileManager.default.createDirectory(atPath: package, withIntermediateDirectories: true)
        try Self.scripts[0].text.replacingOccurrences(of: "print(", with: "say(")
            .write(toFile: "\(package)/main.swift", atomically: false, encoding: .utf8)
        try "func say(_ text: String) { print(\"say\", text) }\n".write(toFile: "\(package)/Say.swift", atomically: false, encoding: .utf8)
        for arguments in [[package], ["\(package)/Say.swift", "\(package)/main.swift"]] {
            let outcome = try Commands.run(["explore", "--json"] + arguments, in: folder)
            let report = try JSONDecoder().decode(Report.self, from: Data(outcome.output.utf8))
            #expect(report.outcomes == ["say a\nsay b", "say b\nsay a"], "\(outcome.errors)")
        }
        try Commands.run(["explore", folder.path], in: folder).expectMisuse("no Swift files")
    }

    @Test("A main thread that serves its queue waits for its timers: they tick until the program ends itself")
    func timer() throws {
        let report = try report(
            """
            import Foundation
            let timer = DispatchSource.makeTimerSource(queue: .main)
            var ticks = 0
            timer.schedule(deadline: .now(), repeating: 1)
            timer.setEventHandler { ticks += 1; print(ticks); if ticks == 3 { exit(0) } }
            timer.resume()
            dispatchMain()
            """)
        #expect(report.outcomes == ["1\n2\n3"] && report.verdict == "none", "\(report)")
    }

    @Test(
        "A loop that prints for ever is followed for some rounds, and the report says so",
        .enabled(if: Corpus.takes("endless"), Corpus.notItsTurn))
    func endless() throws {
        let report = try report(
            "import Foundation\nThread.detachNewThread { while true { print(\"beat\") } }\nprint(\"main\")\n", ["--budget", "200"])
        #expect(!report.complete && report.outcomes.isSuperset(of: ["main", "beat\nmain", "beat\nbeat\nmain"]), "\(report.outcomes.count)")
    }
}
