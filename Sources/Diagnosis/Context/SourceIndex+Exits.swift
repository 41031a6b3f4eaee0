/// Lines by which a function or closure can end before it reaches one of its lines.
extension SourceIndex {
    /// The lines of a function from a place to its end, found by the braces.
    func rest(of place: Position) -> [Position]? {
        var lines: [Position] = [], depth = 0, line = place
        line.line += 1
        while line.line <= line.file.lines.count {
            depth += line.text.count { $0 == "{" } - line.text.count { $0 == "}" }
            if depth < 0 { return lines }
            lines.append(line)
            line.line += 1
        }
        return nil
    }

    /// The lines of all files that contain a text.
    func lines(containing text: String) -> [Position] {
        files.values.sorted { $0.path < $1.path }.flatMap { file in
            file.lines.indices.map { Position(file: file, line: $0 + 1) }.filter { $0.text.contains(text) }
        }
    }

    /// The lines above a place by which its function or closure can end before it reaches the place.
    ///
    /// A `return` in another closure or function in between ends only that one. A `defer` runs in any case: nothing leaves before it.
    func exits(before place: Position) -> [Position] {
        if place.text.contains("defer") { return [] }
        var open: [Block] = [], bodies: [Int: Int] = [:], line = place
        line.line = 1
        while line.line < place.line {
            bodies[line.line] = open.last { !$0.isPart }?.line
            open.follow(line)
            line.line += 1
        }
        guard let body = open.last(where: { !$0.isPart }), !open.contains(where: { $0.isDefer && $0.line > body.line }) else { return [] }
        return (body.line..<place.line).map { Position(file: place.file, line: $0) }.filter {
            $0.line > body.line && bodies[$0.line] == body.line && $0.leavesFunction
        }
    }
}

/// A block that is open at a line: its first line, and whether it is part of its function, as that of an `if` or a loop is.
private struct Block {
    var line: Int
    var isPart: Bool
    var isDefer: Bool

    init(_ head: Substring, _ line: Int) {
        let words = head.split { !$0.isLetter }
        self.line = line
        isDefer = words.last == "defer"
        isPart =
            isDefer
            || words.contains { ["if", "guard", "else", "for", "while", "switch", "do", "catch", "repeat"].contains($0) }
    }
}

extension [Block] {
    /// Opens and closes the blocks of a line.
    fileprivate mutating func follow(_ line: SourceIndex.Position) {
        let text = line.text
        var head = text.startIndex
        for index in text.indices where text[index] == "{" || text[index] == "}" {
            if text[index] == "{" {
                append(Block(text[head..<index], line.line))
            } else if !isEmpty {
                removeLast()
            }
            head = text.index(after: index)
        }
    }
}

extension SourceIndex.Position {
    /// Whether a statement in it leaves the function: by `return`, `throw`, or a `try` that can throw.
    var leavesFunction: Bool {
        var text = text[...]
        // (`lock.withLock { …; return count }` leaves only its closure.)
        while let open = text.lastIndex(of: "{"), let close = text[open...].firstIndex(of: "}") {
            let head = text[..<open].lastIndex { "{}".contains($0) }.map { text.index(after: $0) } ?? text.startIndex
            let isPart = Block(text[head..<open], 0).isPart
            text = text[..<open] + (isPart ? text[text.index(after: open)..<close] : "") + text[text.index(after: close)...]
        }
        let words = text.split { !$0.isLetter && !$0.isNumber && $0 != "_" && $0 != "!" && $0 != "?" }
        return words.contains { $0 == "return" || $0 == "throw" || $0 == "try" }
    }
}
