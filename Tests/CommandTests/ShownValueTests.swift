import Foundation
import TestSupport
import Testing

/// The table shows the values of variables: right, or "?".
@Suite(.startsProcesses) struct ShownValueTests {
    /// A variable of some type, a change of it, and the text that the table shows.
    struct Change: Sendable, CustomTestStringConvertible {
        var type: String
        var first: String
        var second: String
        var shown: String
        var testDescription: String { type }
    }

    static let changes: [Change] = [
        .init(type: "Int", first: "7", second: "-3", shown: "7 → -3"),
        .init(type: "UInt8", first: "7", second: "255", shown: "7 → 255"),
        .init(type: "Bool", first: "false", second: "true", shown: "false → true"),
        .init(type: "Double", first: "0.5", second: "-2.25", shown: "0.5 → -2.25"),
        .init(type: "String", first: "\"a\"", second: "\"über\"", shown: "\"a\" → \"über\""),
        .init(
            type: "String", first: "\"short\"", second: "String(repeating: \"ab\", count: 40)",
            shown: "\"short\" → \"\(String(repeating: "ab", count: 20))…\""),
        .init(type: "Character", first: "\"a\"", second: "\"z\"", shown: "\"a\" → \"z\""),
        .init(type: "Int?", first: "nil", second: "4", shown: "nil → 4"),
        .init(type: "String?", first: "\"old\"", second: "nil", shown: "\"old\" → nil"),
        .init(type: "(Int, Bool)", first: "(1, true)", second: "(2, false)", shown: "(1, true) → (2, false)"),
        .init(type: "Point", first: "Point(x: 1, y: 2)", second: "Point(x: 3, y: 4)", shown: "Point(x: 1, y: 2) → Point(x: 3, y: 4)"),
        .init(type: "Light", first: ".red", second: ".green", shown: ".red → .green"),
        .init(type: "Job", first: ".idle", second: ".running(3)", shown: ".idle → .running(3)"),
        .init(type: "[Int]", first: "[]", second: "[1, 2]", shown: "[] → [1, 2]"),
        .init(type: "[Int]", first: "[9]", second: "Array(0..<20)", shown: "[9] → [0, 1, 2, … 20 in all]"),
        .init(type: "[String: Int]", first: "[:]", second: "[\"a\": 1]", shown: "[:] → [\"a\": 1]"),
        .init(type: "Set<Int>", first: "[]", second: "[5]", shown: "[] → [5]"),
        .init(type: "Node?", first: "nil", second: "Node()", shown: "nil → Node 1"),
        .init(type: "any Sendable", first: "1", second: "\"two\"", shown: "1 → \"two\""),
    ]

    private struct Report: Decodable {
        struct Finding: Decodable {
            struct Table: Decodable {
                struct Row: Decodable {
                    var line: Int
                    var values: [String]
                }
                var variables: [String]
                var rows: [Row]
            }
            var table: Table?
        }
        var findings: [Finding]
    }

    private func values(_ program: String) throws -> (names: [String], values: [String]) {
        let folder = try Folder()
        try Data(program.utf8).write(to: URL(filePath: folder.file("values.swift")))
        let outcome = try Commands.run(["explore", "--json", folder.file("values.swift")], in: folder)
        let report = try JSONDecoder().decode(Report.self, from: Data(outcome.output.utf8))
        let table = try #require(report.findings.first?.table, "\(outcome.output.prefix(400))\(outcome.errors)")
        return (table.variables, table.rows.flatMap(\.values))
    }

    private static let types = """
        import Dispatch
        struct Point { var x: Int, y: Int }
        enum Light { case red, green }
        enum Job { case running(Int), idle }
        final class Node {}

        """

    @Test("A stored property's values are shown before and after a change", arguments: Corpus.part(changes))
    func property(_ change: Change) throws {
        let (names, values) = try values(
            Self.types + """
                final class Box: @unchecked Sendable { var value: \(change.type) = \(change.first) }
                func scenario() {
                    let box = Box(), group = DispatchGroup()
                    DispatchQueue.global().async(group: group) {
                        box.value = \(change.second)
                    }
                    _ = box.value
                    group.wait()
                }
                """)
        #expect(names == ["Box.value"])
        #expect(values.contains(change.shown), "\(values)")
    }

    @Test(
        "Global and static variables and captured local ones are shown, too",
        arguments: ["nonisolated(unsafe) var value = 1", "enum All { nonisolated(unsafe) static var value = 1 }", ""])
    func elsewhere(_ declaration: String) throws {
        let name = declaration.contains("All") ? "All.value" : "value"
        let (names, values) = try values(
            """
            import Dispatch
            \(declaration)
            func scenario() {
                let group = DispatchGroup()
                \(declaration.isEmpty ? "nonisolated(unsafe) var value = 1" : "")
                DispatchQueue.global().async(group: group) { \(name) += 1 }
                \(name) += 1
                group.wait()
            }
            """)
        #expect(names == [name])
        #expect(values.contains("1 → 2"), "\(values)")
    }

    @Test(
        "A global variable's type is read from its symbol",
        arguments: Corpus.part([
            Change(type: "Node?", first: "nil", second: "Node()", shown: "nil → Node 1"),
            Change(type: "[Int]", first: "[1]", second: "[2, 3]", shown: "[1] → [2, 3]"),
            Change(type: "[String: [Int]]", first: "[:]", second: "[\"a\": [1]]", shown: "[:] → [\"a\": [1]]"),
            Change(type: "Set<String>", first: "[]", second: "[\"b\"]", shown: "[] → [\"b\"]"),
        ]))
    func global(_ change: Change) throws {
        let (names, values) = try values(
            Self.types + """
                nonisolated(unsafe) var value: \(change.type) = \(change.first)
                func scenario() {
                    let group = DispatchGroup()
                    DispatchQueue.global().async(group: group) { value = \(change.second) }
                    _ = value
                    group.wait()
                }
                """)
        #expect(names == ["value"])
        #expect(values.contains(change.shown), "\(values)")
    }

    @Test("An atomic variable and the value in a mutex are shown, each change on its own")
    func protected() throws {
        let (names, values) = try values(
            """
            import Dispatch
            import Synchronization
            final class Player: Sendable {
                let isPlaying = Atomic(false)
                let count = Mutex(5)
            }
            func scenario() -> Int {
                let player = Player(), group = DispatchGroup()
                DispatchQueue.global().async(group: group) {
                    player.isPlaying.store(true, ordering: .sequentiallyConsistent)
                    player.isPlaying.store(false, ordering: .sequentiallyConsistent)
                    player.count.withLock { $0 = 6 }
                }
                let seen = player.isPlaying.load(ordering: .sequentiallyConsistent)
                let count = player.count.withLock { $0 }
                group.wait()
                return seen ? count : 0
            }
            func allowed(_ result: Int) -> Bool { result != 5 }
            """)
        #expect(names.contains("Player.isPlaying"), "\(names)")
        #expect(values.contains("false → true") && values.contains("true") && !values.contains("false → false"), "\(values)")
    }

    @Test("An atomic variable that is made at the first use has its first value")
    func firstUse() throws {
        let (_, values) = try values(
            """
            import Dispatch
            import Synchronization
            let stock = Atomic(70)
            func scenario() {
                let group = DispatchGroup()
                for _ in 1...2 {
                    DispatchQueue.global().async(group: group) {
                        let rest = stock.load(ordering: .sequentiallyConsistent)
                        stock.store(rest - 1, ordering: .sequentiallyConsistent)
                    }
                }
                group.wait()
                precondition(stock.load(ordering: .sequentiallyConsistent) == 68)
            }
            """)
        #expect(values.contains("0 → 70") && values.contains("70 → 69") && !values.contains("0 → 0"), "\(values)")
    }

    @Test("A value that cannot be read is a question mark")
    func unknown() throws {
        let (names, values) = try values(
            """
            import Dispatch
            func scenario() {
                nonisolated(unsafe) var range = 1...2
                DispatchQueue.concurrentPerform(iterations: 2) { _ in
                    range = 2...3
                }
            }
            """)
        #expect(names == ["range"])
        #expect(values.count >= 2 && values.allSatisfy { $0.contains("?") }, "\(values)")
    }
}
