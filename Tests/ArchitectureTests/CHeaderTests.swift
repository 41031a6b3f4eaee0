import Foundation
import Testing

/// The headers of the C room: each is about one thing, the arrows between them go one way, and what a header declares is declared only there.
@Suite struct CHeaderTests {
    static let room = ArchitectureTests.root.appendingPathComponent("Sources/CInterposition")

    /// The folders from the bottom up: a header includes headers of its own folder or of one below. A `.c` file includes what it calls.
    static let floors = ["include", "base", "program", "recorder", "explorer", "symbols"]

    /// A list of methods, which is included more than once.
    static let list = "symbols/operation-methods.h"

    /// The files of the room without their comments, by their paths in it.
    static let files: [String: String] = {
        let paths = FileManager.default.enumerator(atPath: room.path)?.compactMap { $0 as? String } ?? []
        return Dictionary(
            uniqueKeysWithValues: paths.filter { $0.hasSuffix(".c") || $0.hasSuffix(".h") }.map { path in
                let text = (try? String(contentsOf: room.appendingPathComponent(path), encoding: .utf8)) ?? ""
                return (path, text.replacing(/\/\/[^\n]*/, with: ""))
            })
    }()

    private static func included(by path: String) -> [String] {
        (files[path] ?? "").matches(of: /(?m)^#include "([^"]+)"/).map { String($0.output.1) }
    }

    private static func floor(of path: String) -> Int? { floors.firstIndex(of: String(path.prefix { $0 != "/" })) }

    @Test("A header includes headers of its own folder and of the folders below it")
    func arrows() throws {
        let headers = Self.files.keys.filter { $0.hasSuffix(".h") }
        #expect(headers.count > 40)
        for header in headers {
            let floor = try #require(Self.floor(of: header), "\(header): its folder is not in the list of floors")
            for other in Self.included(by: header) where other != Self.list && !other.hasSuffix("ExplorerBridge.h") {
                let below = try #require(Self.floor(of: other), "\(header) includes \(other), whose folder is not in the list of floors")
                #expect(below <= floor, "\(header) must not include \(other)")
            }
        }
    }

    @Test("No header includes itself, however many headers lie between")
    func circles() {
        for header in Self.files.keys.sorted() where header.hasSuffix(".h") {
            var reached: Set<String> = [], next = Self.included(by: header)
            while let other = next.popLast() {
                if reached.insert(other).inserted { next += Self.included(by: other) }
            }
            #expect(!reached.contains(header), "\(header) includes itself")
        }
    }

    @Test("Each include names its file from the room's folder, and the file is there")
    func paths() {
        for path in Self.files.keys.sorted() where !path.hasPrefix("include/") {
            for other in Self.included(by: path) { #expect(Self.files[other] != nil, "\(path): there is no \(other)") }
        }
    }

    /// The functions of ours that a file declares without a body, outside of all braces.
    private static func prototypes(in text: String) -> [String] {
        var depth = 0, outside = ""
        for character in text.replacing(/(?m)^#(?:[^\n]*\\\n)*[^\n]*/, with: "").replacing("extern \"C\" {", with: "") {
            if character == "{" { depth += 1 }
            if depth == 0 { outside.append(character) }
            if character == "}" {
                depth -= 1
                // (The end of a function, or of a type.)
                if depth == 0 { outside += "{}\n" }
            }
        }
        return outside.matches(
            of: /(?m)^(?!static|typedef|return)[A-Za-z_][^\n;{}=]*\b((?:il|interleave)_\w+)\([^;{}]*\)[^;{}=()]*(?:\([^;{}=]*\))?;/
        )
        .map { String($0.output.1) }
    }

    @Test("A function of ours that several files share is declared in one header, and in no other file")
    func prototypes() {
        var homes: [String: [String]] = [:]
        for (path, text) in Self.files where path.hasSuffix(".h") && path != Self.list {
            for name in Self.prototypes(in: text) { homes[name, default: []].append(path) }
        }
        #expect(homes.count > 200)
        for (name, headers) in homes where headers.count > 1 { Issue.record("\(name) is declared in \(headers.sorted())") }
        for (path, text) in Self.files where path.hasSuffix(".c") {
            for name in Self.prototypes(in: text) where homes[name] != nil || text.firstMatch(of: Self.body(of: name)) == nil {
                // (Code in assembly has its prototype beside it, and the program's own functions are nowhere in this room.)
                let isInAssembly = text.contains("\"\(name):") || text.contains("__asm__(")
                let isOfProgram = ["interleave_own_main", "interleave_explore_entries"].contains(name)
                #expect(homes[name] == nil && (isInAssembly || isOfProgram), "\(path) declares \(name): include the header that has it")
            }
        }
    }

    private static func body(of name: String) -> Regex<Substring> {
        (try? Regex("\\b\(name)\\([^;{}]*\\)\\s*\\{")) ?? /$^/
    }
}
