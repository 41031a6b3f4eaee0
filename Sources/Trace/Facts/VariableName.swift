/// Finds the name of a variable in a line of source: of the one that the line declares, or of the one whose method it calls.
///
/// What cannot be told for certain has no name: a line with two candidates, an expression in place of a variable, a parameter's default value.
enum VariableName {
    /// The variable that a line gives a new object to: "gate" in `static let gate = DispatchSemaphore(value: 1)`.
    ///
    /// For an array of new objects it is the array's name: "forks" in `let forks = (1...5).map { _ in DispatchSemaphore(value: 1) }`.
    /// - Parameter type: the object's type, as it is made.
    static func declared(in line: String, making type: String) -> String? {
        let statements = withoutComment(line).split(separator: ";").filter { calls(of: type, in: $0) > 0 || $0.contains("= .init(") }
        guard statements.count == 1, let line = statements.first.map(String.init), let equals = assignment(in: line) else { return nil }
        let value = line[line.index(after: equals)...].drop { $0 == " " }
        let made = calls(of: type, in: value)
        let isShort = value.hasPrefix(".init(")
        guard made > 0 || isShort, !(made > 0 && isShort) else { return nil }
        let isArray = value.hasPrefix("[") || value.contains(/^(\(.*\)|[\w.]+)\.map\s*\{/)
        guard isArray || made + (isShort ? 1 : 0) == 1 else { return nil }
        guard isArray || isShort || value.hasPrefix("\(type)(") || value.hasPrefix("\(type).init(") else { return nil }
        // What stands behind the new object would make something else of it.
        if !isArray, !isWhole(value) { return nil }
        var target = line[..<equals]
        if let start = target.lastIndex(where: { "{}".contains($0) }) { target = target[target.index(after: start)...] }
        let words = trimmed(target)
        if let match = words.wholeMatch(of: /(?:.*\s)?(?:let|var)\s+`?([A-Za-z_]\w*)`?\s*(:.*)?/) {
            if isShort, match.2.map({ trimmed($0.dropFirst()) != type[...] }) ?? true { return nil }
            return usable(match.1)
        }
        if isShort { return nil }
        return words.wholeMatch(of: /(?:[A-Za-z_]\w*\.)*([A-Za-z_]\w*)/).flatMap { usable($0.1) }
    }

    /// The variable whose method a line calls: "photoLock" in `self.photoLock.lock()`, "mutex" in `pthread_mutex_lock(&mutex)`.
    /// - Parameters:
    ///   - methods: any of these.
    ///   - functions: beginnings of the names of C functions that have the variable as their first argument.
    static func used(in line: String, methods: [String], functions: [String] = []) -> String? {
        let line = withoutComment(line)
        var names: Set<String> = []
        for method in methods {
            for call in line.matches(of: /([\w.\]\)\?!\$]+)\.(\w+)\s*[\(\{]/) where call.2 == method {
                guard let name = receiver(call.1) else { return nil }
                names.insert(name)
            }
        }
        for call in line.matches(of: /\b(pthread_\w+)\(\s*&?\s*([\w.]+)/) where functions.contains(where: { call.1.hasPrefix($0) }) {
            guard let name = receiver(call.2) else { return nil }
            names.insert(name)
        }
        return names.count == 1 ? names.first : nil
    }

    /// The last variable of "self.library.photoLock"; nil for what is no variable.
    private static func receiver(_ text: Substring) -> String? {
        let last = text.split(separator: ".").last ?? text
        let name = last.drop { $0 == "?" || $0 == "!" }
        var word = name[...]
        while let end = word.last, end == "?" || end == "!" { word.removeLast() }
        return usable(word)
    }

    /// A name that says something.
    private static func usable(_ name: Substring) -> String? {
        guard let first = name.first, first.isLetter || first == "_", name.allSatisfy({ $0.isLetter || $0.isNumber || $0 == "_" }) else {
            return nil
        }
        return ["_", "self", "super", "Self", "init"].contains(name) ? nil : String(name)
    }

    /// The `=` of a declaration or an assignment, the first of the line.
    private static func assignment(in line: String) -> String.Index? {
        var previous: Character = " "
        var depth = 0
        for index in line.indices {
            let character = line[index]
            if "([".contains(character) { depth += 1 }
            if ")]".contains(character) { depth -= 1 }
            let next = line.index(after: index)
            let follows: Character = next < line.endIndex ? line[next] : " "
            if character == "=", depth == 0, !"=!<>+-*/&|".contains(previous), follows != "=" { return index }
            previous = character
        }
        return nil
    }

    /// How often a type's initializer is called.
    private static func calls(of type: String, in text: Substring) -> Int {
        text.matches(of: /\b(\w+)(?:\.init)?\(/).count { $0.1 == type }
    }

    /// Whether nothing but the end of the statement follows the first call's closing parenthesis.
    private static func isWhole(_ value: Substring) -> Bool {
        var depth = 0
        for index in value.indices {
            if value[index] == "(" { depth += 1 }
            guard value[index] == ")" else { continue }
            depth -= 1
            if depth == 0 {
                let rest = value[value.index(after: index)...].drop { $0 == " " }
                return rest.isEmpty || ";}".contains(rest.first ?? " ")
            }
        }
        // The call goes on in the next line.
        return true
    }

    private static func withoutComment(_ line: String) -> String {
        guard let comment = line.firstRange(of: "//") else { return line }
        let isAtStart = comment.lowerBound == line.startIndex || line[line.index(before: comment.lowerBound)] == " "
        return isAtStart ? String(line[..<comment.lowerBound]) : line
    }

    private static func trimmed(_ text: some StringProtocol) -> Substring {
        var text = Substring(text).drop { $0 == " " || $0 == "\t" }
        while let last = text.last, last == " " || last == "\t" { text.removeLast() }
        return text
    }
}
