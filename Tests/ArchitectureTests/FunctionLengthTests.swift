import Foundation
import Testing

/// The lengths of functions, as the formatter lays them out: a body ends at the first brace that stands below its declaration.
@Suite struct FunctionLengthTests {
    @Test("No function is longer than 70 lines")
    func lengths() throws {
        var longest = 0
        for file in try ArchitectureTests.sources() {
            let text = try String(contentsOf: file, encoding: .utf8)
            for function in file.pathExtension == "swift" ? Self.swiftFunctions(text) : Self.functionsInC(text) {
                longest = max(longest, function.lines)
                #expect(function.lines <= 70, "\(file.path):\(function.line) has \(function.lines) lines: split it by what it does")
            }
        }
        #expect(longest > 40)
    }

    @Test("The lines of a function are counted from its declaration to its brace")
    func counting() {
        let swift =
            "struct A {\n    func f(\n        _ a: Int\n    ) {\n        g()\n    }\n\n    var b: Int { 1 }\n    init() {\n    }\n}\n"
        #expect(Self.swiftFunctions(swift).map { [$0.line, $0.lines] } == [[2, 5], [9, 2]])
        #expect(Self.functionsInC("static int f(void)\n{\n    if (a) {\n    }\n}\n").map { [$0.line, $0.lines] } == [[1, 5]])
    }

    private static func swiftFunctions(_ text: String) -> [(line: Int, lines: Int)] {
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        return lines.indices.compactMap { start in
            let indent = lines[start].prefix { $0 == " " }
            let words = lines[start].dropFirst(indent.count).split(separator: " ")
            guard
                let word = words.first(where: { !$0.hasPrefix("@") && !modifiers.contains($0) }),
                ["func", "deinit"].contains(word) || word.hasPrefix("init") || word.hasPrefix("subscript")
                    || word == "var" && lines[start].hasSuffix("{"),
                let opening = lines[start...].prefix(12).firstIndex(where: { $0.hasSuffix("{") || $0.hasSuffix("}") || $0.isEmpty }),
                lines[opening].hasSuffix("{"),
                let end = lines[(opening + 1)...].firstIndex(where: { $0.hasPrefix(indent + "}") })
            else { return nil }
            return (start + 1, end - start + 1)
        }
    }

    private static let modifiers: Set<Substring> = [
        "public", "package", "internal", "fileprivate", "private", "static", "class", "final", "override", "mutating", "nonmutating",
        "nonisolated", "isolated", "borrowing", "consuming", "convenience", "required", "indirect", "private(set)", "public(set)",
    ]

    private static func functionsInC(_ text: String) -> [(line: Int, lines: Int)] {
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        return lines.indices.compactMap { start in
            guard lines[start] == "{", start > 0, let end = lines[start...].firstIndex(of: "}") else { return nil }
            return (start, end - start + 2)
        }
    }
}
