import Explorer
import Trace

/// The source of an explored program: what the addresses in a report stand for.
public struct SourceBook: Sendable {
    /// A file that the program was compiled from.
    public struct File: Sendable {
        let name: String
        let path: String
        let lines: [Substring]

        /// - Parameters:
        ///   - name: as the user named it.
        ///   - path: as the compiler knows it.
        public init(name: String, path: String, text: String) {
            self.name = name
            self.path = path
            lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        }

        /// The name without the folder.
        var shortName: String { name.split(separator: "/").last.map(String.init) ?? name }

        /// A line without its margin and its comment; empty where there is none.
        func line(_ number: Int) -> String {
            guard lines.indices.contains(number - 1) else { return "" }
            let line = lines[number - 1].drop { $0 == " " || $0 == "\t" }
            let comment = line.range(of: " //")?.lowerBound ?? line.endIndex
            var text = String(line[..<comment])
            while text.last == " " { text.removeLast() }
            return text
        }
    }

    /// A line of a file.
    struct Position {
        var file: File
        var line: Int
        /// What stands there.
        var text: String { file.line(line) }
    }

    /// Of offsets into the program's file.
    public private(set) var locations: [UInt: Trace.Place.Location]
    private let variables: [UInt: String]
    private let files: [String: File]

    /// - Parameters:
    ///   - locations: of offsets into the program's file.
    ///   - variables: the names of global and static variables, by their offsets.
    public init(locations: [UInt: Trace.Place.Location], variables: [UInt: String] = [:], files: [File]) {
        self.locations = locations
        self.variables = variables
        self.files = Dictionary(files.map { ($0.path, $0) }, uniquingKeysWith: { first, _ in first })
    }

    /// Mends lines by what is accessed there.
    ///
    /// The compiler gives some code no line, that before the first access in a line above all: then the line before may be taken for it. Where the
    /// variable stands not in that line, but in the next one with code in it, it is that.
    public mutating func lookCloser(at accesses: some Sequence<Chronicle.Entry>) {
        for access in accesses where access.isAccess {
            guard let offset = access.places.first, let place = position(offset), let name = name(of: access)?.split(separator: ".").last,
                !place.text.names(name)
            else { continue }
            let next = (place.line + 1...place.line + 3).first { line in
                let text = place.file.line(line)
                return !text.isEmpty && !text.hasPrefix("//")
            }
            if let next, place.file.line(next).names(name) { locations[offset]?.line = next }
        }
    }

    /// The innermost place that lies in one of the files; nil where there is none.
    public func place(_ stack: [UInt]) -> (file: String, line: Int)? { position(stack).map { ($0.file.name, $0.line) } }

    func position(_ stack: [UInt]) -> Position? {
        for offset in stack { if let found = position(offset) { return found } }
        return nil
    }

    private func position(_ offset: UInt) -> Position? {
        guard let location = locations[offset], location.line > 0, let file = files[location.file] else { return nil }
        return Position(file: file, line: location.line)
    }

    /// "line 9", with the file where there are several.
    func words(_ position: Position) -> String {
        files.count == 1 ? "line \(position.line)" : "\(position.file.shortName), line \(position.line)"
    }

    /// What an access to memory touches, as one would say it: "Library.photos", or "a variable of fill(_:)" where its name is not known.
    public func variable(_ access: Chronicle.Entry) -> String {
        if let name = name(of: access) { return name }
        let function = access.places.lazy.compactMap { offset in
            position(offset) == nil ? nil : locations[offset].map { SymbolName.base(of: $0.function) }
        }.first
        return function.map { "a variable of \($0)" } ?? "a variable"
    }

    /// The variable's name; nil where it has none, or where it is not known.
    func name(of access: Chronicle.Entry) -> String? { (access.text ?? variables[UInt(access.extra)]).map(Self.written) }

    /// As the program writes it: the compiler keeps what is `lazy` under a name of its own.
    private static func written(_ name: String) -> String {
        name.split(separator: ".", omittingEmptySubsequences: false).map { part in
            part.hasPrefix("$__lazy_storage_$_") ? part.dropFirst("$__lazy_storage_$_".count) : part
        }.joined(separator: ".")
    }

    /// Where each function of a stack was called, as far as that is in the files; the innermost place itself is left out.
    func callers(_ stack: [UInt]) -> [String] {
        var callers: [String] = [], callee = stack.first.flatMap { locations[$0]?.function }
        for offset in stack.dropFirst() {
            guard let position = position(offset), let function = locations[offset]?.function else { continue }
            // What the compiler puts around closures calls them, and is named like them, but stands nowhere in the source.
            if function == callee || function.contains("thunk") { continue }
            callee = function
            callers.append("\(position.file.shortName):\(position.line)")
        }
        return Array(callers.prefix(6))
    }

    /// The innermost place that lies in one of the files, and the function there.
    func innermost(_ stack: [UInt]) -> (position: Position, function: String)? {
        for offset in stack {
            if let found = position(offset), let function = locations[offset]?.function { return (found, SymbolName.base(of: function)) }
        }
        return nil
    }

    /// The line with the `await` after which a function goes on at a place: that line itself, or the one with code before it.
    func awaiting(_ stack: [UInt]) -> Position? {
        guard var line = position(stack) else { return nil }
        let first = line.line
        while line.line > 0 {
            if line.text.contains("await ") { return line }
            if line.line < first && !line.text.isEmpty && !line.text.hasPrefix("//") { return nil }
            line.line -= 1
        }
        return nil
    }

    /// Whether words stand in the line of a place, or in the block that begins there, as far as its braces tell.
    func block(_ stack: [UInt], contains words: String) -> Bool {
        guard var line = position(stack) else { return false }
        var depth = 0, hasBegun = false
        repeat {
            let text = line.text
            if text.contains(words) { return true }
            for letter in text where letter == "{" || letter == "}" {
                depth += letter == "{" ? 1 : -1
                hasBegun = true
            }
            line.line += 1
        } while hasBegun && depth > 0 && line.line <= line.file.lines.count
        return false
    }

    /// Whose method is called in the innermost line of a stack: "downloads" of `downloads.wait()`, where it is called once there, on a name.
    func receiver(_ stack: [UInt], of methods: [String]) -> String? {
        guard let text = position(stack)?.text else { return nil }
        for method in methods {
            let parts = text.split(separator: ".\(method)(", maxSplits: 2, omittingEmptySubsequences: false)
            guard parts.count == 2 else { continue }
            let name = parts[0].reversed().prefix { $0.isLetter || $0.isNumber || $0 == "_" || $0 == "." }
            let before = parts[0].dropLast(name.count).last
            if name.isEmpty || name.last?.isNumber == true || before == "]" || before == ")" || before == "?" { return nil }
            return String(name.reversed())
        }
        return nil
    }

    /// The function that a place lies in.
    public func function(_ offset: UInt) -> String? { locations[offset]?.function }
}

extension String {
    /// Whether a word stands in it as a whole.
    fileprivate func names(_ word: Substring) -> Bool { split { !$0.isLetter && !$0.isNumber && $0 != "_" }.contains(word) }
}

extension Substring {
    /// Where a text begins in this one.
    fileprivate func range(of text: String) -> Range<Index>? {
        var start = startIndex
        while start < endIndex {
            if self[start...].hasPrefix(text) { return start..<index(start, offsetBy: text.count) }
            start = index(after: start)
        }
        return nil
    }
}
