import Trace

/// The line that a reader needs for a step.
extension SourceIndex {
    /// The step's own line; if that is in a trivial accessor, the line that uses it.
    ///
    /// An accessor is trivial if it does no more than to read, set or lock one thing. It can be a declaration in one line
    /// (`func read() -> Value { queue.sync { value } }`), a getter that returns a variable, or one that the compiler makes.
    func statement(_ stack: [UInt]) -> Position? {
        guard let own = position(stack) else { return nil }
        var passed: (line: Int, path: String, property: String?)?
        for offset in stack {
            guard let place = position([offset]) else { continue }
            let property = property(offset)
            if let passed, passed.line == place.line && passed.path == place.file.path || property != nil && passed.property == property {
                continue
            }
            if !isTrivial(place, property) { return passed == nil ? place : lastStatement(before: place) }
            passed = (place.line, place.file.path, property)
        }
        return own
    }

    /// The statement that ends at a place.
    ///
    /// The compiler gives the call of a setter that ends a `+=` the line of the brace that closes the block.
    private func lastStatement(before place: Position) -> Position {
        guard !place.text.isEmpty, place.text.allSatisfy({ "})]".contains($0) }) else { return place }
        let above = stride(from: place.line - 1, through: max(1, place.line - 3), by: -1).map { Position(file: place.file, line: $0) }
        return above.first { !$0.text.isEmpty && !$0.text.hasPrefix("//") && !$0.text.allSatisfy { "})]".contains($0) } } ?? place
    }

    /// The deed of a trivial accessor, for the line that uses it: "(reads)", "(writes)", "in read()"; nil: the step is in that line itself.
    func accessor(_ stack: [UInt]) -> String? {
        guard let own = innermost(stack), let used = statement(stack) else { return nil }
        if own.position.line == used.line && own.position.file.path == used.file.path { return nil }
        let text = own.position.text
        if text.hasPrefix("set") { return "(writes)" }
        return own.function.contains("(") ? "in \(own.function)" : "(reads)"
    }

    /// Whether one statement uses one property in both places, with different accessors: it reads the value and stores a new one.
    func isOfOneProperty(_ reads: [UInt], _ stores: [UInt]) -> Bool {
        func used(_ stack: [UInt]) -> (property: String, line: Int)? {
            guard let own = stack.firstIndex(where: { position([$0]) != nil }), let property = property(stack[own]) else { return nil }
            let user = stack[own...].first { position([$0]) != nil && self.property($0) != property }
            return user.flatMap { position([$0]) }.map { (String(property.prefix { $0 != "." }), $0.line) }
        }
        guard let one = used(reads), let other = used(stores), one == other, let line = position(reads)?.line else { return false }
        return line != position(stores)?.line
    }

    /// The property whose accessor contains a place; nil if it is in a function.
    private func property(_ offset: UInt) -> String? {
        // (An accessor has the property's name, without parentheses.)
        guard let function = locations[offset]?.function, !function.isEmpty else { return nil }
        let name = SymbolName.base(of: function)
        return name.contains("(") ? nil : name
    }

    private func isTrivial(_ place: Position, _ property: String?) -> Bool {
        let text = place.text
        if text.names("lazy") && text.names("var") || text.names("static") && text.hasSuffix("= {") { return true }
        if property != nil {
            if text.wholeMatch(of: /(return )?(self\.)?\w+/) != nil { return true }
            // A declaration, for which the compiler makes the accessor.
            if text.contains(/^(@[\w.()]+ |\w+ )*var \w+/) && !text.contains("{") { return true }
        }
        guard text.hasSuffix("}"), let open = text.firstIndex(of: "{"), Self.isDeclaration(text[..<open]) else { return false }
        return Self.isTrivial(text[text.index(after: open)...].dropLast())
    }

    private static func isDeclaration(_ head: Substring) -> Bool {
        let words = head.split { !$0.isLetter && !$0.isNumber && $0 != "_" }
        // (`var first = lock.withLock { $0 }` is a step, and no accessor.)
        if head.contains(" = "), !words.contains("func"), !words.contains("subscript") { return false }
        return !Set(words).isDisjoint(with: ["func", "var", "subscript"])
            || ["get", "set", "init", "_read", "_modify"].contains(words.first)
    }

    /// Whether the body of a declaration in one line reads, sets, calls or locks one thing.
    private static func isTrivial(_ body: Substring) -> Bool {
        var body = body.trimmed
        let statements = body.split(separator: ";").map(\.trimmed).filter { !$0.contains("lock()") }
        if statements.count == 1, body.contains(";") { body = statements[0] }
        let locked = /(?:return )?[\w.?!]+\.(?:withLock|sync)(?:\([^)]*\))? ?\(?\{ ?(.*?) ?\}\)?/
        while let inner = body.wholeMatch(of: locked) { body = inner.output.1 }
        return body.wholeMatch(of: /(return )?[\w.$?!]+(\[\w+\])?/) != nil
            || body.wholeMatch(of: /[\w.$]+(\[\w+\])? = [\w.$"?!]+/) != nil
            || body.wholeMatch(of: /(return )?[\w.&]+\([\w.&, :]*\)/) != nil
    }
}

extension Substring {
    fileprivate var trimmed: Substring {
        var text = drop { $0 == " " }
        while text.last == " " { text.removeLast() }
        return text
    }
}
