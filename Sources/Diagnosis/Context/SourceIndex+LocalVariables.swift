import Explorer

/// The names of local variables that closures share.
///
/// The compiler keeps such a variable in an object without a name. But each line that accesses it
/// contains its name. If exactly one variable is declared whose name is in all of these lines, that
/// is the name.
extension SourceIndex {
    /// Finds the names of variables without one, from all accesses of executions.
    public mutating func nameLocals(in logs: some Sequence<[ExecutionRecord.Entry]>) {
        let declared = files.values.reduce(into: Declared()) { $0.add($1) }
        if declared.variables.isEmpty && declared.atomics.isEmpty { return }
        var names: [UInt: Set<Substring>] = [:]
        for log in logs {
            for (_, accesses) in Dictionary(grouping: log.filter { $0.isAccess && name(of: $0) == nil }, by: \.object) {
                let known = name(of: accesses, declared)
                for access in accesses { if let place = access.places.first { names[place, default: []].insert(known ?? "") } }
            }
        }
        locals = names.compactMapValues { $0.count == 1 && $0.first != "" ? $0.first.map(String.init) : nil }
    }

    /// Whether every variable of this name is declared as an array, a dictionary, a set or a string, as far as the
    /// declarations show.
    func isCollection(_ variable: Substring) -> Bool {
        let declarations = files.values.flatMap(\.lines).compactMap { line -> Substring? in
            guard let start = line.firstRange(of: "var \(variable)")?.upperBound else { return nil }
            // "var cells" begins "var cellsOfRow", too.
            let rest = line[start...]
            return rest.first.map { $0.isLetter || $0.isNumber || $0 == "_" } == true ? nil : rest.drop { $0 == " " }
        }
        return !declarations.isEmpty
            && declarations.allSatisfy { rest in
                let value = rest.drop { $0 == ":" || $0 == "=" || $0 == " " }
                let types = ["Array", "ContiguousArray", "Dictionary", "Set", "String"]
                return value.first == "[" || value.first == "\""
                    || types.contains { value.starts(with: $0 + "<") || value.starts(with: $0 + "(") }
                    || value.starts(with: "String")
            }
    }

    private func name(of accesses: [ExecutionRecord.Entry], _ declared: Declared) -> Substring? {
        var common = accesses.allSatisfy { $0.event == .memoryAtomic } ? declared.atomics : declared.variables
        for access in accesses {
            guard let place = access.places.first, let text = position([place])?.text, !Self.usesParameter(text) else { return nil }
            common.formIntersection(Self.words(text))
            if common.isEmpty { return nil }
        }
        return common.count == 1 ? common.first : nil
    }

    /// Whether a line changes or reads a value through a closure's parameter, as `withLock` gives
    /// it: then the variable has another name there.
    private static func usesParameter(_ text: String) -> Bool {
        ["{ $0 }", "$0 =", "$0 +=", "$0 -=", "$0 *=", "$0.", "$0["].contains(where: text.contains)
    }

    private static func words(_ text: some StringProtocol) -> [Substring] {
        text.split { !$0.isLetter && !$0.isNumber && $0 != "_" }.map { Substring($0) }
    }

    /// The names of variables that are declared in the files.
    private struct Declared {
        var variables: Set<Substring> = [], atomics: Set<Substring> = []

        mutating func add(_ file: File) {
            for line in file.lines {
                if let start = line.firstRange(of: "var ")?.upperBound {
                    for part in line[start...].split(separator: ",") {
                        if let name = SourceIndex.words(part).first { variables.insert(name) }
                    }
                }
                let words = SourceIndex.words(line)
                for (name, type) in zip(words, words.dropFirst()) where type == "Atomic" && name != "let" { atomics.insert(name) }
            }
        }
    }
}
