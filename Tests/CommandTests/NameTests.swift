import Foundation
import TestSupport
import Testing

/// A program can be explored with any names of files, functions and types.
@Suite(.startsProcesses, .takesTurns) struct NameTests {
    let folder: Folder

    init() throws { folder = try Folder() }

    private func report(_ file: String, _ text: String, _ options: [String] = []) throws -> ScriptTests.Report {
        try text.write(toFile: folder.file(file), atomically: false, encoding: .utf8)
        let outcome = try Commands.run(["explore", "--json", folder.file(file)] + options, in: folder)
        try #require(outcome.code == 0, "\(outcome.errors)")
        return try JSONDecoder().decode(ScriptTests.Report.self, from: Data(outcome.output.utf8))
    }

    @Test(
        "A file can have the name of a module, or a name that no module can have",
        arguments: Corpus.part([
            "Observation", "Distributed", "Foundation", "Dispatch", "Swift", "XCTest", "_Concurrency", "Synchronization", "Glibc",
            "Builtin",
            "class", "Task", "my file", "1st", "a-b.c", "naïve",
        ]))
    func files(_ name: String) throws {
        let text = "import Foundation\nimport Synchronization\nfunc scenario() -> Int { DispatchQueue.global().sync { 5 } }\n"
        #expect(try report("\(name).swift", text).outcomes == ["5"])
    }

    @Test(
        "A file can use types with attributes anywhere",
        arguments: [
            "typealias Handler = @Sendable (Int) -> Void",
            "extension Array where Element == @Sendable () -> Void { func callAll() { for call in self { call() } } }",
            "import Synchronization\nlet list = Mutex<[@Sendable () -> Void]>([])",
            "let table: [String: @convention(c) (Int32) -> Int32] = [:]\nlet calls = Array<@MainActor (Int) -> Void>()",
            "func twice(_ work: @escaping @Sendable () -> Void) -> @Sendable () -> Void { { work(); work() } }",
        ])
    func attributes(_ declarations: String) throws {
        #expect(
            try report("plain.swift", "\(declarations)\nfunc scenario() -> Int { 5 }\nfunc allowed(_ n: Int) -> Bool { n == 5 }\n").outcomes
                == ["5"])
        #expect(try report("script.swift", "\(declarations)\nprint(5)\n").outcomes == ["5"])
    }

    @Test("A program can have types with the names of the library's types")
    func types() throws {
        let names = [
            "Int32", "Int8", "String", "Result", "Array", "Void", "UnsafeMutablePointer", "Optional", "Error", "Task", "Sendable",
            "Character",
            "StaticString", "Bool",
        ]
        let types = names.map { "struct \($0) {}\n" }.joined() + "typealias CChar = Int\nactor MainActor {}\n"
        let judge = "func allowed(_ n: Int) -> Swift.Bool { n == 5 }\n"
        #expect(try report("types.swift", types + judge + "func scenario() -> Int { 5 }\n").outcomes == ["5"])
        #expect(try report("types.swift", types + "func scenario() async throws -> Int { 5 }\n").outcomes == ["5"])
        #expect(try report("types.swift", types + "print(\"five\")\n").outcomes == ["five"])
        let swift = "struct Swift {}\nfunc allowed(_ n: Int) -> Bool { n == 5 }\nfunc scenario() -> Int { 5 }\n"
        #expect(try report("types.swift", swift).outcomes == ["5"])
        let atomic = "import Synchronization\nstruct Int32 {}\nlet most = Atomic<Int>(1)\n"
        #expect(
            try report("types.swift", atomic + "func scenario() -> Int { most.max(5, ordering: .relaxed).newValue }\n").outcomes == ["5"])
    }

    @Test("Functions called outcome or allowed, with another signature, are ignored")
    func helpers() throws {
        let helpers = """
            func allowed(_ one: Int, _ other: Int) -> Bool { one < other }
            func allowed(_ age: Int) -> Bool { age > 17 }
            func allowed(name: String) throws -> Bool { throw CancellationError() }
            func allowed<Value: Comparable>(_ values: [Value]) -> Bool { values.isEmpty }
            private func outcome(of number: Int) -> String { "\\(number)" }
            func outcome() { print("out") }
            func outcome(_ one: Int, at place: Int) async -> Int { one }
            extension Int { func allowed() -> Bool { true }; func outcome() -> Int { 1 } }

            """
        let report = try report("helpers.swift", helpers + "func scenario() -> String { outcome(of: allowed(1, 2) ? 3 : 4) }\n")
        #expect(report.outcomes == ["3"])
        let page = try Commands.run(["explore", folder.file("helpers.swift")], in: folder).output
        #expect(page.contains("allowed(_:) is not used here"), "\(page)")
        #expect(try self.report("helpers.swift", helpers + "print(allowed(18))\n").outcomes == ["true"])
    }

    @Test(
        "allowed(_:) is called, whether it is private, generic or overloaded",
        arguments: [
            "private func allowed(_ n: Int) -> Bool { n == 1 }",
            "func allowed<Value: BinaryInteger>(_ value: Value) -> Bool { value == 1 }",
            "func allowed(_ text: String) -> Bool { true }\nfunc allowed(_ n: Int) -> Bool { n == 1 }",
            "func allowed<Value>(_ value: Value) -> Bool { \"\\(value)\" == \"1\" }", "func allowed(_ n: Int?) -> Bool { n == 1 }",
        ])
    func judges(_ judge: String) throws {
        let text = "import Dispatch\nprivate func scenario() -> Int { 2 }\n\(judge)\n"
        let outcome = try Commands.explore(text, ["--json"], in: folder)
        let report = try JSONDecoder().decode(ScriptTests.Report.self, from: Data(outcome.output.utf8))
        #expect(report.verdict == "assertion" && report.distinctOutcomes.map(\.allowed) == [false], "\(outcome.errors)")
    }

    @Test(
        "The function to explore is found by the compiler's own parser",
        arguments: Corpus.part([
            "struct Bad: Error {}\nfunc scenario() async throws(Bad) -> Int { 1 }",
            "@MainActor var n = 0\n@MainActor func scenario() -> Int { n += 1; return n }\n@MainActor func outcome() -> Int { n }",
            "@globalActor actor Own { static let shared = Own() }\n@Own var n = 0\n@Own func scenario() -> Int { n += 1; return n }",
            "nonisolated func scenario() -> Int { 1 }", "@discardableResult @inline(never) public func scenario() -> Int { 1 }",
            "#if os(Linux)\nfunc scenario() -> Int { 1 }\n#else\nfunc scenario(_ n: Int) async -> String { \"\" }\n#endif",
            "#if DEBUG || os(Windows)\nprint(\"no\")\n#endif\nfunc scenario() -> Int { 1 }",
            "let raw = #\"func scenario() { \"quoted \\#(1 + 2)\" \"#\nfunc scenario() -> Int { _ = #/a\"b{\\/*/#; return 1 }",
            "/* nested /* func scenario() -> String { } */ { still */\nfunc scenario() -> Int { 1 }",
            "let text = \"\"\"\n  func scenario() { \\(\"}\") {\n  \"\"\"\nfunc scenario() -> Int { 1 }",
            "func scenario(_ n: Int) -> Int { n }\nfunc scenario() -> Int { scenario(1) }\nstruct Other { func scenario() -> String { \"no\" } }",
            "func scenario(/* none */) /* async */ -> Int /* throws */ { 1 }",
        ]))
    func entries(_ text: String) throws {
        for version in ["5", "6"] {
            #expect(try report("entry.swift", text + "\n", ["--swift-version", version]).outcomes == ["1"], "Swift \(version)")
        }
    }

    @Test("Invalid Swift is reported in the compiler's words, at the line of the user's own file")
    func broken() throws {
        for (text, line) in [
            ("func scenario( {\n", 1), ("func scenario() -> Int { \"text\" }\n", 1), ("let a = 1\nfunc scenario() {\n", 3),
        ] {
            let outcome = try Commands.explore(text, in: folder)
            #expect(
                outcome.code == 2 && outcome.errors.contains("scenario.swift:\(line):") && outcome.errors.contains("error:"),
                "\(outcome.errors)")
            #expect(!outcome.errors.contains("interleave-host"), "\(outcome.errors)")
        }
    }
}
