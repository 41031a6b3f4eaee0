import FoundationEssentials
import Synchronization
import Terminal
import Words

/// The source of a lab's scenario, in which exhibits are found by the names of declarations.
struct ScenarioSource: Sendable {
    /// A file, by its path in the lab's folder ("Scenario/Account.swift"). It is read as Swift when that is first asked for.
    private final class File: Sendable {
        let path: String, text: String
        private let read = Mutex<SwiftDeclarations?>(nil)

        init(path: String, text: String) {
            self.path = path
            self.text = text
        }

        var declarations: SwiftDeclarations {
            read.withLock { read in
                let declarations = read ?? SwiftDeclarations(text)
                read = declarations
                return declarations
            }
        }
    }

    private let files: [File]
    /// The names of optional variables whose type is in the lab's staging: `meeting`.
    private let stagingVariables: Set<String>

    /// - Parameter isStaging: whether a file, by its path, belongs to the lab's staging.
    init(files: [(path: String, text: String)], isStaging: (String) -> Bool = { _ in false }) {
        self.files = files.map { File(path: $0.path, text: $0.text) }
        let types = self.files.filter { isStaging($0.path) }.flatMap(\.declarations.types)
        stagingVariables = types.reduce(into: []) { names, type in
            for file in files { names.formUnion(Self.names(before: ": \(type)?", in: file.text)) }
        }
    }

    /// The files of a lab's folder, which are read once. None are found if the program was built elsewhere.
    static func ofLab(_ folder: String, isStaging: (String) -> Bool) -> ScenarioSource {
        known.withLock { known in
            if let source = known[folder] { return source }
            let files = paths(in: folder, "Scenario").compactMap { path -> (path: String, text: String)? in
                guard let bytes = FileManager.default.contents(atPath: "\(folder)/\(path)"), bytes.count < 4 << 20 else { return nil }
                return (path, String(decoding: bytes, as: UTF8.self))
            }
            let source = ScenarioSource(files: files, isStaging: isStaging)
            known[folder] = source
            return source
        }
    }

    private static let known = Mutex<[String: ScenarioSource]>([:])

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
        let candidates = files.filter { file in part.names.allSatisfy { file.text.contains($0) } }
        for isWhole in [true, false] {
            for file in candidates {
                for range in file.declarations.ranges(of: part.names, isWhole: isWhole) {
                    guard let lines = file.declarations.lines(range, part) else { continue }
                    return CodeListing.Part(file: file.path, lines: lines.filter { !isStaging($0.text) })
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

extension SwiftDeclarations {
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
