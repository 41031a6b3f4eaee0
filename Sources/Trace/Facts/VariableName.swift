/// Finds the name of a variable in a line of source: the variable that the line declares, or the one whose method it calls.
///
/// An uncertain case has no name: a line with two candidates, an expression in place of a variable,
/// a parameter's default value.
enum VariableName {
    /// The variable that a line gives a new object to: "gate" in `static let gate = DispatchSemaphore(value: 1)`.
    ///
    /// For an array of new objects it is the array's name: "forks" in `let forks = (1...5).map { _ in DispatchSemaphore(value: 1) }`.
    /// - Parameter type: the object's type, as it is made.
    static func declared(in line: String, making type: String) -> String? {
        let found = withoutComment(line).split(separator: ";").flatMap(declarations).compactMap { target, value in
            holder(target, of: value, making: type)
        }
        // Two objects of one line cannot be distinguished.
        return found.count == 1 ? found[0] : nil
    }

    /// The targets and values of a statement: "a: Int" and "1", "b" and "f()" in `let a: Int = 1, b
    /// = f()`.
    private static func declarations(in statement: Substring) -> [(target: Substring, value: Substring)] {
        var statement = statement
        // The statement within a body that begins on its line.
        if let equals = assignment(in: statement), let start = statement[..<equals].lastIndex(where: { "{}".contains($0) }) {
            statement = statement[statement.index(after: start)...]
        }
        guard let keyword = statement.firstMatch(of: /\b(?:let|var)\s+/) else {
            guard let equals = assignment(in: statement) else { return [] }
            let target = trimmed(statement[..<equals])
            guard let name = target.wholeMatch(of: /(?:[A-Za-z_]\w*\.)*([A-Za-z_]\w*)/) else { return [] }
            return [(name.1, trimmed(statement[statement.index(after: equals)...]))]
        }
        return parts(of: statement[keyword.range.upperBound...]).compactMap { part in
            guard let equals = assignment(in: part) else { return nil }
            return (trimmed(part[..<equals]), trimmed(part[part.index(after: equals)...]))
        }
    }

    /// The variable, if the value is a new object of a type or an array of such; nil otherwise.
    private static func holder(_ target: Substring, of value: Substring, making type: String) -> String? {
        let parts = target.split(separator: ":", maxSplits: 1).map { trimmed($0) }
        guard let first = parts.first else { return nil }
        let name = usable(first.hasPrefix("`") ? first.dropFirst().dropLast() : first)
        if value.hasPrefix(".init("), parts.count > 1 { return parts[1] == type[...] && isWhole(value) ? name : nil }
        let made = calls(of: type, in: value)
        guard made > 0 else { return nil }
        if value.hasPrefix("[") || value.contains(/^(\(.*\)|[\w.]+)\.map\s*\{/) { return name }
        guard made == 1, value.hasPrefix("\(type)(") || value.hasPrefix("\(type).init("), isWhole(value) else { return nil }
        return name
    }

    /// The parts of a list, between commas outside all brackets.
    private static func parts(of list: Substring) -> [Substring] {
        var parts: [Substring] = []
        var start = list.startIndex
        var depth = 0
        for index in list.indices {
            if "([{".contains(list[index]) { depth += 1 }
            if ")]}".contains(list[index]) { depth -= 1 }
            if list[index] == ",", depth == 0 {
                parts.append(list[start..<index])
                start = list.index(after: index)
            }
        }
        return parts + [list[start...]]
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

    /// Whether a line calls a method of this variable, and the variable is not one of another object: true for `lock.lock()` and
    /// `self.lock.lock()`, false for `other.lock.lock()`.
    static func isOwn(_ name: String, in line: String) -> Bool {
        let calls = withoutComment(line).matches(of: /([\w.\]\)\?!\$]+)\.\w+\s*[\(\{]/).map(\.1).filter { receiver($0) == name }
        return !calls.isEmpty && calls.allSatisfy { $0 == name[...] || $0 == "self.\(name)" }
    }

    /// The last variable of "self.library.photoLock"; nil for an expression that is not a variable.
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
    private static func assignment(in line: Substring) -> String.Index? {
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
        // The call continues on the next line.
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
