import Explorer
import Trace

/// The source of an explored program: maps the addresses in a report to lines.
public struct SourceIndex: Sendable {
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

        /// A line without indentation and comment; empty if there is no such line.
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
        /// The text of the line.
        var text: String { file.line(line) }
        /// Whether the line has no indentation, as statements at top level have none.
        var isTopLevel: Bool { file.lines.indices.contains(line - 1) && file.lines[line - 1].first.map { !$0.isWhitespace } ?? false }
    }

    /// Locations of offsets into the program's file.
    public private(set) var locations: [UInt: Trace.Place.Location]
    private let variables: [UInt: String]
    /// The names of local variables, by the places that access them.
    var locals: [UInt: String] = [:]
    let files: [String: File]

    /// - Parameters:
    ///   - locations: of offsets into the program's file.
    ///   - variables: the names of global and static variables, by their offsets.
    public init(locations: [UInt: Trace.Place.Location], variables: [UInt: String] = [:], files: [File]) {
        self.locations = locations
        self.variables = variables
        self.files = Dictionary(files.map { ($0.path, $0) }, uniquingKeysWith: { first, _ in first })
    }

    /// Corrects lines by the variable that is accessed there.
    ///
    /// The compiler gives some code no line, above all code before the first access in a line. Such
    /// code can be attributed to the line before. If the variable is not in that line, but in the
    /// next line with code, the access belongs to the next line.
    public mutating func lookCloser(at accesses: some Sequence<ExecutionRecord.Entry>) {
        for access in accesses where access.isAccess {
            guard let offset = access.places.first, let place = position(offset), let name = name(of: access)?.split(separator: ".").last,
                !place.text.names(name)
            else { continue }
            let next = (place.line + 1...place.line + 3).first { line in
                let text = place.file.line(line)
                return !text.isEmpty && !text.hasPrefix("//")
            }
            // (The code of a `defer` in between belongs to no line.)
            let named = next.flatMap { next in
                place.file.line(next).names(name)
                    ? next : place.file.line(next).hasPrefix("defer") && place.file.line(next + 1).names(name) ? next + 1 : nil
            }
            if let named {
                locations[offset]?.line = named
            } else if place.text.allSatisfy({ "})]".contains($0) }) {
                // The end of a block has the code of its last expression, whose value it returns.
                let last = (max(1, place.line - 3)..<place.line).last { !place.file.line($0).isEmpty }
                if let last, place.file.line(last).names(name) { locations[offset]?.line = last }
            }
        }
    }

    /// The innermost place that is in one of the files; nil if there is none.
    public func place(_ stack: [UInt]) -> (file: String, line: Int)? { position(stack).map { ($0.file.name, $0.line) } }

    func position(_ stack: [UInt]) -> Position? {
        for offset in stack { if let found = position(offset) { return found } }
        return nil
    }

    private func position(_ offset: UInt) -> Position? {
        guard let location = locations[offset], location.line > 0, let file = files[location.file] else { return nil }
        return Position(file: file, line: location.line)
    }

    /// A line of a file, given by its name without the folder; nil if several files have this name.
    func position(inFileNamed name: String, line: Int) -> Position? {
        let short = name.split(separator: "/").last.map(String.init) ?? name
        let named = files.values.filter { $0.shortName == short }
        return named.count == 1 && !named[0].line(line).isEmpty ? Position(file: named[0], line: line) : nil
    }

    /// "line 9", with the file's name if there are several files.
    func words(_ position: Position) -> String {
        files.count == 1 ? "line \(position.line)" : "\(position.file.shortName), line \(position.line)"
    }

    /// The variable that an access touches, in words: "Library.photos", or "a variable of fill(_:)"
    /// if its name is not known.
    public func variable(_ access: ExecutionRecord.Entry) -> String {
        if let name = name(of: access) { return name }
        let function = access.places.lazy.compactMap { offset in
            position(offset) == nil ? nil : locations[offset].map { SymbolName.base(of: $0.function) }
        }.first
        return function.map { "a variable of \($0)" } ?? "a variable"
    }

    /// The variable's name; nil if it has none, or if it is not known.
    func name(of access: ExecutionRecord.Entry) -> String? {
        (access.text ?? variables[UInt(access.extra)] ?? access.places.first.flatMap { locals[$0] }).map(Self.written)
    }

    /// The name as the program writes it: the compiler stores a `lazy` variable under a name of its
    /// own.
    private static func written(_ name: String) -> String {
        name.split(separator: ".", omittingEmptySubsequences: false).map { part in
            part.hasPrefix("$__lazy_storage_$_") ? part.dropFirst("$__lazy_storage_$_".count) : part
        }.joined(separator: ".")
    }

    /// The call sites in a stack that are in the files; the innermost place is left out.
    func callers(_ stack: [UInt]) -> [String] {
        var callers: [String] = [], callee = stack.first.flatMap { locations[$0]?.function }
        // (A closure and the call that it is passed to are often in one line.)
        var line = position(stack).map { "\($0.file.shortName):\($0.line)" }
        for offset in stack.dropFirst() {
            guard let position = position(offset), let function = locations[offset]?.function else { continue }
            // The compiler adds functions around closures. They have the closure's name, but no
            // place in the source.
            if function == callee || function.contains("thunk") { continue }
            callee = function
            let caller = "\(position.file.shortName):\(position.line)"
            if caller != line { callers.append(caller) }
            line = caller
        }
        return Array(callers.prefix(6))
    }

    /// The innermost place that is in one of the files, and its function.
    func innermost(_ stack: [UInt]) -> (position: Position, function: String)? {
        for offset in stack {
            if let found = position(offset), let function = locations[offset]?.function { return (found, SymbolName.base(of: function)) }
        }
        return nil
    }

    /// The line with the `await` after which a function continues at a place: that line, or the
    /// line with code before it.
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

    /// Whether words occur in the line of a place, or in the block that begins there (found by its
    /// braces).
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

    /// Whether a cancellation handler has made the calls that led to a place.
    func isInHandler(_ stack: [UInt]) -> Bool {
        stack.contains { offset in
            guard let place = position(offset) else { return false }
            return (max(1, place.line - 1)...place.line).contains { place.file.line($0).contains(/\bonCancel: ?\{|\} onCancel:/) }
        }
    }

    /// Whether a place is in a `while` loop: its line, or the first line above it with less
    /// indentation, begins one.
    func isInLoop(_ stack: [UInt]) -> Bool {
        guard let place = position(stack) else { return false }
        if place.text.names("while") { return true }
        func indentation(_ line: Int) -> Int { place.file.lines[line - 1].prefix { $0 == " " || $0 == "\t" }.count }
        let own = indentation(place.line)
        let above = stride(from: place.line - 1, to: 0, by: -1).first { !place.file.line($0).isEmpty && indentation($0) < own }
        return above.map { place.file.line($0).names("while") } ?? false
    }

    /// The receiver of a method call in the innermost line of a stack: "downloads" of
    /// `downloads.wait()`, if the line calls it once, on a name.
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

    /// The function that contains a place.
    public func function(_ offset: UInt) -> String? { locations[offset]?.function }
}

extension String {
    /// Whether a word occurs in it as a whole word.
    func names(_ word: Substring) -> Bool { split { !$0.isLetter && !$0.isNumber && $0 != "_" }.contains(word) }
}

extension Substring {
    /// The position where a text begins in this one.
    fileprivate func range(of text: String) -> Range<Index>? {
        var start = startIndex
        while start < endIndex {
            if self[start...].hasPrefix(text) { return start..<index(start, offsetBy: text.count) }
            start = index(after: start)
        }
        return nil
    }
}
