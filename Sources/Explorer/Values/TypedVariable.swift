import CInterposition

/// A variable in memory whose type is known: a stored property, a captured local variable, or a global one.
struct TypedVariable {
    var type: Any.Type
    var start: UInt
    var size: UInt { Metadata(type).size }

    func contains(_ address: UInt) -> Bool { address >= start && address - start < max(size, 1) }

    /// The variable at an address.
    /// - Parameter property: the stored property there, if it is one.
    static func at(_ address: UInt, _ property: ObjectField?) -> TypedVariable? {
        // (The runtime says `()` for a type that it cannot name, such as one that cannot be copied.)
        if let variable = property?.variable { return variable.contains(address) && variable.type != Void.self ? variable : nil }
        if interleave_is_data_of_program(address) { return GlobalVariables.ofProgram.variable(at: address) }
        return ObjectField.boxedVariable(at: address)
    }
}

/// The global and static variables of the program, with the types that their symbols name.
struct GlobalVariables: Sendable {
    /// Read once: the explored code is loaded by then.
    static let ofProgram = read()

    private struct Symbol {
        var name: String
        var range: Range<UInt>
    }
    private var symbols: [Symbol] = []

    private static func read() -> GlobalVariables {
        var all = GlobalVariables()
        withUnsafeMutablePointer(to: &all) { all in
            interleave_each_variable(
                { name, address, size, context in
                    guard let name, size > 0, let context else { return }
                    let text = String(cString: name)
                    // "$s4main5totalSivp" and "$s4main7CounterC5totalSivpZ": a variable, and a static one.
                    guard text.hasPrefix("$s"), text.hasSuffix("vp") || text.hasSuffix("vpZ") else { return }
                    context.assumingMemoryBound(to: GlobalVariables.self).pointee.symbols.append(
                        Symbol(name: text, range: address..<address + size))
                }, all)
        }
        all.symbols.sort { $0.range.lowerBound < $1.range.lowerBound }
        return all
    }

    func variable(at address: UInt) -> TypedVariable? {
        guard let symbol = symbols.last(where: { $0.range.lowerBound <= address }), symbol.range.contains(address),
            let written = Self.writtenType(symbol.name), let type = WrittenType(written).type,
            Metadata(type).size <= UInt(symbol.range.count)
        else { return nil }
        return TypedVariable(type: type, start: symbol.range.lowerBound)
    }

    /// "Swift.Int" of "static main.Counter.total : Swift.Int".
    private static func writtenType(_ symbol: String) -> Substring? {
        guard let text = demangled(symbol), let colon = text.firstRange(of: " : ") else { return nil }
        return text[colon.upperBound...]
    }

    private static func demangled(_ symbol: String) -> String? {
        var text = [CChar](repeating: 0, count: 1024)
        let length = interleave_demangle(symbol, &text, text.count)
        return length == 0 ? nil : String(decoding: text.prefix(length).map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
}

/// A type as the demangler writes it: "Swift.Int", "[Swift.String : main.Account]?".
struct WrittenType {
    private var text: Substring
    init(_ text: Substring) { self.text = text }

    /// nil if it is not one of the usual forms, or is not known to the runtime.
    var type: Any.Type? {
        if text.last == "?" { return WrittenType(text.dropLast()).type.map(Self.optional) }
        if text.first == "[", text.last == "]" {
            let inner = text.dropFirst().dropLast()
            if let colon = Self.colon(in: inner) {
                guard let key = WrittenType(inner[..<colon.lowerBound]).type as? any Hashable.Type,
                    let value = WrittenType(inner[colon.upperBound...]).type
                else { return nil }
                return Self.dictionary(key, value)
            }
            return WrittenType(inner).type.map(Self.array)
        }
        if text.hasPrefix("Swift.Set<"), text.last == ">" {
            return (WrittenType(text.dropFirst("Swift.Set<".count).dropLast()).type as? any Hashable.Type).map(Self.set)
        }
        return text.contains { "<>()&".contains($0) } ? nil : nominal
    }

    /// " : " outside of brackets.
    private static func colon(in text: Substring) -> Range<Substring.Index>? {
        var depth = 0
        for index in text.indices {
            if "[(<".contains(text[index]) { depth += 1 }
            if "])>".contains(text[index]) { depth -= 1 }
            if depth == 0 && text[index...].hasPrefix(" : ") { return index..<text.index(index, offsetBy: 3) }
        }
        return nil
    }

    /// A type by its full name. The kind of each part (class, struct or enum) is not written, so all are tried.
    private var nominal: Any.Type? {
        let parts = text.split(separator: ".")
        if parts.first == "Swift" {
            let plain: [any Any.Type] = [
                Int.self, UInt.self, Bool.self, String.self, Double.self, Float.self, Character.self, Int8.self, Int16.self, Int32.self,
                Int64.self, UInt8.self, UInt16.self, UInt32.self, UInt64.self,
            ]
            return plain.first { "\($0)" == parts.dropFirst().joined(separator: ".") }
        }
        guard parts.count >= 2, parts.count <= 4 else { return nil }
        var names = [Self.lengthened(parts[0])]
        for part in parts.dropFirst() { names = names.flatMap { name in ["C", "V", "O"].map { name + Self.lengthened(part) + $0 } } }
        return names.lazy.compactMap { _typeByName($0) }.first
    }

    private static func lengthened(_ name: Substring) -> String { "\(name.utf8.count)\(name)" }

    private static func optional(_ type: Any.Type) -> Any.Type {
        func make<T>(_: T.Type) -> Any.Type { T?.self }
        return _openExistential(type, do: make)
    }

    private static func array(_ type: Any.Type) -> Any.Type {
        func make<T>(_: T.Type) -> Any.Type { [T].self }
        return _openExistential(type, do: make)
    }

    private static func set(_ type: any Hashable.Type) -> Any.Type {
        func make<T: Hashable>(_: T.Type) -> Any.Type { Set<T>.self }
        return make(type)
    }

    private static func dictionary(_ key: any Hashable.Type, _ value: Any.Type) -> Any.Type {
        func make<K: Hashable>(_: K.Type) -> Any.Type {
            func make<V>(_: V.Type) -> Any.Type { [K: V].self }
            return _openExistential(value, do: make)
        }
        return make(key)
    }
}
