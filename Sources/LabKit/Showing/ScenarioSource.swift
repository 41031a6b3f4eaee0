import FoundationEssentials
import Terminal
import Words

/// The source of a lab's scenario, in which exhibits are found by the names of declarations.
struct ScenarioSource: Sendable {
    /// The text of a file, by its path in the lab's folder ("Scenario/Account.swift").
    private let files: [(path: String, text: String)]
    /// The names of optional variables whose type is in the lab's staging: `meeting`.
    private let stagingVariables: Set<String>

    /// - Parameter isStaging: whether a file, by its path, belongs to the lab's staging.
    init(files: [(path: String, text: String)], isStaging: (String) -> Bool = { _ in false }) {
        self.files = files
        let types = files.filter { isStaging($0.path) }.flatMap { SwiftFile($0.text).types }
        stagingVariables = types.reduce(into: []) { names, type in
            for file in files { names.formUnion(Self.names(before: ": \(type)?", in: file.text)) }
        }
    }

    /// Reads the files of a lab's folder. None are found if the program was built elsewhere.
    init(folder: String, isStaging: (String) -> Bool = { _ in false }) {
        let files = Self.paths(in: folder, "Scenario").compactMap { path -> (path: String, text: String)? in
            guard let bytes = FileManager.default.contents(atPath: "\(folder)/\(path)"), bytes.count < 4 << 20 else { return nil }
            return (path, String(decoding: bytes, as: UTF8.self))
        }
        self.init(files: files, isStaging: isStaging)
    }

    /// "meeting" before ": Meeting?".
    private static func names(before declared: String, in text: String) -> [String] {
        text.ranges(of: declared).map { range in String(text[..<range.lowerBound].suffix(while: { $0.isLetter || $0 == "_" })) }
    }

    private static func paths(in folder: String, _ path: String) -> [String] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: "\(folder)/\(path)")) ?? []
        return names.sorted().flatMap { name in
            name.hasSuffix(".swift") ? ["\(path)/\(name)"] : name.contains(".") ? [] : paths(in: folder, "\(path)/\(name)")
        }
    }

    /// The lines of an exhibit, without comments; nil if one of its parts is not found.
    func listing(of exhibit: Exhibit) -> CodeListing? {
        var parts: [CodeListing.Part] = []
        for part in exhibit.parts {
            guard let found = lines(of: part) else { return nil }
            parts.append(found)
        }
        return CodeListing(parts)
    }

    private func lines(of part: Exhibit.Part) -> CodeListing.Part? {
        // Only a file that has all the names is read as Swift.
        let candidates = files.filter { file in part.names.allSatisfy { file.text.contains($0) } }.map {
            ($0.path, SwiftFile($0.text))
        }
        for isWhole in [true, false] {
            for (path, file) in candidates {
                for range in file.declarations(part.names, isWhole: isWhole) {
                    guard let lines = file.lines(range, part) else { continue }
                    return CodeListing.Part(file: path, lines: lines.filter { !isStaging($0.text) })
                }
            }
        }
        return nil
    }
}

extension ScenarioSource {
    /// Whether a line only calls the staging: `meeting?.meet()`, or the same after a condition.
    private func isStaging(_ line: String) -> Bool {
        var call = line.drop { $0 == " " }
        if call.hasPrefix("if "), let brace = call.firstRange(of: "{ ") { call = call[brace.upperBound...] }
        guard let chain = call.firstRange(of: "?.") else { return false }
        let receiver = call[..<chain.lowerBound]
        return receiver.allSatisfy { $0.isLetter || $0.isNumber || ".[]".contains($0) }
            && stagingVariables.contains(String(receiver.suffix(while: { $0 != "." })))
    }
}

extension StringProtocol {
    fileprivate func suffix(while isPart: (Character) -> Bool) -> SubSequence {
        var start = endIndex
        while start > startIndex, isPart(self[index(before: start)]) { start = index(before: start) }
        return self[start...]
    }
}

/// The declarations of a source file. This is no parser: it looks for the words with which a declaration begins, and for the bracket with
/// which it ends.
struct SwiftFile {
    private struct Declaration {
        var names: [String]
        var isType: Bool
        var first: Int
        /// The index of the last line; nil: the file ends before.
        var last: Int?
        /// How many brackets are open where it begins.
        var depth: Int
    }

    /// The names of the types of the file.
    var types: [String] { declarations.filter(\.isType).compactMap(\.names.last) }

    private let pieces: [[SwiftCode.Piece]]
    private var declarations: [Declaration] = []

    init(_ text: String) {
        let lines = text.split(omittingEmptySubsequences: false) { $0 == "\n" || $0 == "\r\n" }.map(String.init)
        pieces = SwiftCode.pieces(of: lines)
        findDeclarations()
    }

    private mutating func findDeclarations() {
        var open: [Int] = []
        var depth = 0
        let code = pieces.map { line in line.filter { $0.kind != .comment && $0.kind != .string }.map(\.text).joined() }
        for (index, line) in code.enumerated() {
            if let (names, isType) = Self.declaration(in: line) {
                let outer = open.last.map { declarations[$0].names } ?? []
                open.append(declarations.count)
                declarations.append(Declaration(names: outer + names, isType: isType, first: index, depth: depth))
            }
            for character in line { depth += "{([".contains(character) ? 1 : "})]".contains(character) ? -1 : 0 }
            let goesOn = Self.goesOn(line, code[(index + 1)...].first { !$0.allSatisfy(\.isWhitespace) })
            while !goesOn, let last = open.last, depth <= declarations[last].depth {
                declarations[last].last = index
                open.removeLast()
            }
        }
    }

    /// Whether a declaration at the end of its brackets goes on in the next line.
    private static func goesOn(_ line: String, _ next: String?) -> Bool {
        let line = line.reversed().drop(while: \.isWhitespace).prefix(2)
        if line.first == "=" || line.first == "," || String(line.reversed()) == "->" { return true }
        guard let next = next?.drop(while: \.isWhitespace) else { return false }
        return ["{", ".", "->", "where ", "??", "&&", "||", "? ", ": "].contains { next.hasPrefix($0) }
    }

    private static let modifiers: Set<Substring> = [
        "public", "private", "fileprivate", "internal", "package", "open", "final", "static", "class", "mutating", "nonmutating",
        "nonisolated", "override", "lazy", "weak", "unowned", "required", "convenience", "indirect", "isolated",
    ]
    private static let introducers: Set<Substring> = [
        "func", "var", "let", "class", "struct", "enum", "actor", "protocol", "extension", "init", "deinit", "subscript", "typealias",
    ]
    private static let types: Set<Substring> = ["class", "struct", "enum", "actor"]

    /// The name that a line declares: ["add"], and ["Album", "Page"] for `extension Album.Page`; nil if it declares none.
    private static func declaration(in line: String) -> (names: [String], isType: Bool)? {
        let words = line.split(separator: " ")
        for (index, word) in words.enumerated() {
            let base = word.prefix { $0 != "(" && $0 != ":" && $0 != "?" && $0 != "<" }
            let next = index + 1 < words.count ? words[index + 1] : ""
            if introducers.contains(base), !(base == "class" && introducers.contains(next)) {
                if ["init", "deinit", "subscript"].contains(base) { return ([String(base)], false) }
                let name = next.prefix { $0.isLetter || $0.isNumber || $0 == "_" || $0 == "." }
                return name.isEmpty ? nil : (name.split(separator: ".").map(String.init), types.contains(base))
            }
            if !modifiers.contains(base), !base.hasPrefix("@") { return nil }
        }
        return nil
    }

    /// The lines of the declarations with these names, from the outermost type on, or with these names last. Functions can share a name.
    func declarations(_ names: [String], isWhole: Bool) -> [ClosedRange<Int>] {
        declarations.filter { isWhole ? $0.names == names : $0.names.suffix(names.count) == names[...] }
            .map { $0.first...($0.last ?? max($0.first, pieces.count - 1)) }
    }

    /// The lines from and through the texts of a part, without comments and blank lines; nil if a text is missing.
    func lines(_ range: ClosedRange<Int>, _ part: Exhibit.Part) -> [CodeListing.Line]? {
        func first(_ text: String, from start: Int) -> Int? {
            (start...range.upperBound).first { pieces[$0].map(\.text).joined().contains(text) }
        }
        guard let begin = part.from.map({ first($0, from: range.lowerBound) }) ?? range.lowerBound else { return nil }
        guard let end = part.through.map({ first($0, from: begin) }) ?? range.upperBound else { return nil }
        return (begin...end).compactMap { index in
            var line = pieces[index].filter { $0.kind != .comment }
            while let last = line.last, last.text.allSatisfy(\.isWhitespace) { line.removeLast() }
            guard let last = line.indices.last else { return nil }
            while line[last].text.last?.isWhitespace == true { line[last].text.removeLast() }
            return CodeListing.Line(number: index + 1, pieces: line)
        }
    }
}
