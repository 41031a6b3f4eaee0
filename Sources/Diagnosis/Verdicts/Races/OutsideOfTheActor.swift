import Explorer

/// A data race in which a line is written in an actor, but is in a closure that does not run on the actor.
extension Scene {
    func outsideOfActor(_ one: ExplorationReport.Access, _ other: ExplorationReport.Access) -> IneffectiveProtection? {
        for access in [one, other] {
            guard let line = source.position(stack(access)), let closure = source.closureOutsideOfActor(line) else { continue }
            let place = closure.line == line.line ? "" : " (\(source.words(Position(file: line.file, line: closure.line))))"
            return IneffectiveProtection(
                words: "The actor orders only the steps that run on it.",
                hint: """
                    Put \(quote(stack(access))) into a method of the actor, and call this method there. The line is written in the actor \
                    `\(closure.actor)`, but does not run on it: \(closure.reason(place))
                    """, isOfLine: true)
        }
        return nil
    }

    private typealias Position = SourceIndex.Position
}

/// A closure in an actor that does not run on the actor.
struct ClosureOutsideOfActor {
    /// The call that the closure is passed to: "Task.detached".
    var call: String
    /// The line where it begins.
    var line = 0
    var actor = ""
    /// Whether it would run on the actor if it used the actor.
    var isOutsideWithoutSelf = false

    fileprivate func reason(_ place: String) -> String {
        isOutsideWithoutSelf
            ? "the closure of `\(call)`\(place) does not use `self`." : "a closure of `\(call)`\(place) never runs on the actor."
    }

    /// Calls whose closures never run on the actor.
    private static let never = ["Task.detached", "Thread.detachNewThread", "onCancel:"]

    /// - Parameter text: the line where a closure begins.
    fileprivate init?(_ text: String) {
        // (In a line with a whole closure, the first brace begins it. In `} onCancel: {`, it is the last one.)
        let open = (text.last == "}" ? text.firstIndex(of: "{") : text.lastIndex(of: "{")).map { text[..<$0] } ?? text[...]
        if let call = Self.never.first(where: open.contains) {
            self.init(call: call)
        } else if open.contains(/\.async(After)?(\(.*\))? *$/) {
            self.init(call: "async")
        } else if open.contains("withTaskCancellationHandler") {
            self.init(call: "withTaskCancellationHandler", isOutsideWithoutSelf: true)
        } else if open.contains(/\bTask(\(.*\))? *$/) {
            self.init(call: "Task", isOutsideWithoutSelf: true)
        } else {
            return nil
        }
    }

    private init(call: String, isOutsideWithoutSelf: Bool = false) {
        (self.call, self.isOutsideWithoutSelf) = (call, isOutsideWithoutSelf)
    }
}

extension SourceIndex {
    /// The innermost closure around a line that does not run on the actor in which it is written; nil if there is none, or if that is not sure.
    func closureOutsideOfActor(_ place: Position) -> ClosureOutsideOfActor? {
        var found: ClosureOutsideOfActor?
        for opener in blocks(around: place) {
            let text = opener.text
            if let declared = text.firstMatch(of: /\b(actor|class|struct|enum|extension|protocol) (\w+)/)?.output {
                guard var closure = found, declared.1 == "actor" else { return nil }
                closure.actor = String(declared.2)
                let start = Position(file: place.file, line: closure.line)
                return closure.isOutsideWithoutSelf && uses(start, membersOf: opener) ? nil : closure
            }
            if found != nil { continue }
            found = ClosureOutsideOfActor(text)
            found?.line = opener.line
            // (A closure that another function gets can run anywhere.)
            guard found != nil || text.contains(/\b(if|else|for|while|repeat|do|catch|switch|guard)\b|with(Checked|Unsafe)\w*Continuation/)
            else {
                return nil
            }
        }
        return nil
    }

    /// The lines at which the blocks around a line begin, the innermost first.
    private func blocks(around place: Position) -> [Position] {
        var depth = 0, openers: [Position] = []
        if place.text.contains("{"), place.text.last == "}" { openers.append(place) }
        for number in stride(from: place.line - 1, to: 0, by: -1) {
            let line = Position(file: place.file, line: number)
            if line.text.hasPrefix("//") { continue }
            for letter in line.text.reversed() where letter == "{" || letter == "}" {
                if letter == "}" {
                    depth += 1
                } else if depth > 0 {
                    depth -= 1
                } else {
                    openers.append(line)
                }
            }
        }
        return openers
    }

    /// Whether the block that begins at a line uses the actor that is declared at another line: `self`, or one of its members.
    private func uses(_ start: Position, membersOf actor: Position) -> Bool {
        var names: Set<Substring> = ["self"], depth = 0
        for line in body(of: actor) {
            if depth == 1, let name = line.text.firstMatch(of: /\b(?:var|let|func) (\w+)/)?.output.1 {
                names.insert(Substring(String(name)))
            }
            for letter in line.text { depth += letter == "{" ? 1 : letter == "}" ? -1 : 0 }
        }
        return body(of: start).contains { line in names.contains { line.text.names($0) } }
    }

    /// The lines of the block that begins at a line, up to the brace that ends it.
    private func body(of start: Position) -> [Position] {
        var depth = 0, lines: [Position] = []
        for number in start.line...max(start.line, start.file.lines.count) {
            let line = Position(file: start.file, line: number)
            lines.append(line)
            var text = line.text[...]
            // (The brace before `onCancel: {` ends another block.)
            if number == start.line, let open = text.firstIndex(of: "{") { text = text[open...] }
            for letter in text where letter == "{" || letter == "}" {
                depth += letter == "{" ? 1 : -1
                if depth == 0 { return lines }
            }
        }
        return lines
    }
}
