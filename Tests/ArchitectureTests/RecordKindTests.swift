import Foundation
import Testing

/// The numbers in a trace: C writes them, Swift reads them, `Format.md` describes them. The three agree.
@Suite struct RecordKindTests {
    /// Names by their numbers.
    typealias Names = [Int: String]

    private static func text(_ path: String) throws -> String {
        try String(contentsOf: ArchitectureTests.root.appendingPathComponent("Sources/\(path)"), encoding: .utf8)
            .replacing(/\/\/[^\n]*/, with: "")
    }

    /// The constants of an enumeration in C, without their common beginning, as Swift spells names.
    private static func constants(_ first: String, beginning: String) throws -> Names {
        let text = try text("CInterposition/recorder/record-kinds.h")
        let list = try #require(text.firstMatch(of: try Regex("enum \\{\\s*(\(first)\\b[^}]*)\\}", as: (Substring, Substring).self)))
        var names: Names = [:], next = 0
        for constant in list.output.1.split(separator: ",") {
            let sides = constant.split(separator: "=").map { $0.trimmingCharacters(in: .whitespacesAndNewlines) }
            guard let name = sides.first, !name.isEmpty else { continue }
            // A bit, and not one of the numbers.
            if sides.count > 1, Int(sides[1]) == nil || !name.hasPrefix(beginning) { continue }
            if sides.count > 1 { next = Int(sides[1]) ?? next }
            let words = name.dropFirst(beginning.count).lowercased().split(separator: "_")
            names[next] = words.first.map { String($0) + words.dropFirst().map(\.capitalized).joined() }
            next += 1
        }
        return names
    }

    /// The cases of an enumeration in Swift.
    private static func cases(_ path: String, _ declaration: String) throws -> Names {
        let text = try text(path)
        let start = try #require(text.range(of: declaration), "\(path) has no \(declaration)")
        let body = text[start.upperBound...].prefix { $0 != "}" }
        var names: Names = [:], next = 0
        for item in body.replacing(/\bcase\b/, with: ",").split(separator: ",") {
            let sides = item.split(separator: "=").map { $0.trimmingCharacters(in: .whitespacesAndNewlines) }
            guard let name = sides.first, !name.isEmpty else { continue }
            if sides.count > 1, let number = Int(sides[1]) { next = number }
            names[next] = name
            next += 1
        }
        return names
    }

    @Test("Each kind of record has one number: in C, in Swift, and in Format.md")
    func kinds() throws {
        let described = try Self.text("TraceRecords/Format.md").matches(of: /(?m)^\| (\d+) \| (\w+)(?: \(explorer\))? \|/)
        let documented = Names(
            described.compactMap { match in Int(match.output.1).map { ($0, String(match.output.2)) } }
                .filter { !["u16", "u32", "u64", "text", "records"].contains($0.1) || $0 == (2, "text") }, uniquingKeysWith: { $1 })
        let declared = Names(
            uniqueKeysWithValues: try Self.text("TraceRecords/EventKind.swift")
                .matches(of: /static var (\w+): EventKind \{ EventKind\(rawValue: (\d+)\) \}/).compactMap { match in
                    Int(match.output.2).map { ($0, String(match.output.1)) }
                })
        #expect(documented.count > 50)
        #expect(documented == declared)
        let written = try Self.constants("IL_PLACE", beginning: "IL_")
        #expect(written.count > 45)
        for (number, name) in written { #expect(declared[number] == name, "record-kinds.h: \(name) is \(number)") }
    }

    /// C and the explorer shorten some of the names: "source" for "sourceHandler".
    private static func agree(_ short: Names, with full: Names, _ place: String) {
        #expect(short.count > 5)
        for (number, name) in short {
            let other = full[number] ?? "none"
            #expect(other.lowercased().contains(name.lowercased()), "\(place): \(number) is \(name), and in Trace it is \(other)")
        }
    }

    @Test("How an item was made, and the kinds of waits and queues, have the same numbers in C, in Trace and in the explorer")
    func details() throws {
        let how = try Self.cases("Trace/Item.swift", "enum How: Int, Sendable {")
        Self.agree(try Self.constants("IL_HOW_ASYNC", beginning: "IL_HOW_"), with: how, "record-kinds.h")
        Self.agree(try Self.cases("Explorer/Log/ExecutionRecorder.swift", "enum How: UInt16 {"), with: how, "ExecutionRecorder.How")
        let waits = try Self.cases("Trace/Wait.swift", "enum Kind: Int, Sendable {")
        Self.agree(try Self.constants("IL_WAIT_GROUP", beginning: "IL_WAIT_"), with: waits, "record-kinds.h")
        Self.agree(try Self.cases("Explorer/Log/ExecutionRecorder.swift", "enum Wait: UInt16 {"), with: waits, "ExecutionRecorder.Wait")
        let calls = try Self.cases("Trace/KernelCall.swift", "public enum KernelCall: UInt8, Sendable, CaseIterable {")
        let written = try Self.constants("IL_CALL_READ", beginning: "IL_CALL_")
        #expect(written.keys.sorted() == calls.keys.sorted())
        Self.agree(written, with: calls, "record-kinds.h")
        let queues = try Self.cases("TraceRecords/QueueKind.swift", "enum QueueKind: Int, Sendable {")
        Self.agree(try Self.constants("IL_QUEUE_SERIAL", beginning: "IL_QUEUE_"), with: queues, "record-kinds.h")
    }

    @Test("Format.md lists each way in which an item is made, and each kind of wait")
    func lists() throws {
        let text = try Self.text("TraceRecords/Format.md")
        let how = try #require(text.firstMatch(of: /How \(the call that made an item\): ([^\n]*)/)?.output.1)
        let waits = try #require(text.firstMatch(of: /Wait kinds: ([^\n]*)/)?.output.1)
        let calls = try #require(text.firstMatch(of: /Kernel calls: ([^\n]*)/)?.output.1)
        for number in try Self.constants("IL_CALL_READ", beginning: "IL_CALL_").keys {
            #expect(calls.contains("\(number) "), "call \(number)")
        }
        for number in try Self.constants("IL_HOW_ASYNC", beginning: "IL_HOW_").keys { #expect(how.contains("\(number) "), "how \(number)") }
        for number in try Self.cases("Trace/Wait.swift", "enum Kind: Int, Sendable {").keys {
            #expect(waits.contains("\(number) "), "wait \(number)")
        }
    }
}
