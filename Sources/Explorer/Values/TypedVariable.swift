import CInterposition

/// A variable in memory whose type is known: a stored property, a captured local variable, or a global one.
struct TypedVariable {
    var type: Any.Type
    var start: UInt
    /// Whether it certainly has a value: a closure has captured it.
    var isInitialized = false
    var size: UInt { Metadata(type).size }

    func contains(_ address: UInt) -> Bool { address >= start && address - start < max(size, 1) }

    /// The variable at an address.
    /// - Parameter property: the stored property there, if it is one.
    static func at(_ address: UInt, _ property: ObjectField?) -> TypedVariable? {
        if let variable = property?.variable {
            guard variable.type == Void.self else { return variable.contains(address) ? variable : nil }
            // (The runtime says `()` for a type that it cannot name, such as one that cannot be copied.)
            return property?.text.isEmpty == false
                ? GlobalVariables.ofProgram.field(named: property?.text ?? "", at: variable.start, reached: address) : nil
        }
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
    /// The types of the classes' atomic variables and mutexes, as written, by "Class.field".
    private var fields: [String: String] = [:]
    /// The mangled names of types that the runtime does not name, because they cannot be copied, by the addresses of their records.
    private var hiddenTypes: [UInt: String] = [:]
    /// The descriptions of the program's structs that cannot be copied, by their mangled names.
    private var structs: [String: UInt] = [:]

    private static func read() -> GlobalVariables {
        var all = GlobalVariables()
        withUnsafeMutablePointer(to: &all) { all in
            interleave_each_variable(
                { name, address, size, context in
                    guard let name, size > 0, let context else { return }
                    let text = String(cString: name)
                    // "$s4main5totalSivp" and "$s4main7CounterC5totalSivpZ": a variable, and a static one.
                    let all = context.assumingMemoryBound(to: GlobalVariables.self)
                    if text.hasPrefix("get_type_metadata "), let name = text.split(separator: " ").dropFirst().first {
                        all.pointee.hiddenTypes[address] = String(name)
                    }
                    guard text.hasPrefix("$s") else { return }
                    if text.hasSuffix("VN") { all.pointee.structs[String(text.dropFirst(2).dropLast())] = address }
                    if text.hasSuffix("vp") || text.hasSuffix("vpZ") {
                        all.pointee.symbols.append(Symbol(name: text, range: address..<address + size))
                    } else if text.hasSuffix("vpWvd"), text.contains("15Synchronization") {
                        // "direct field offset for main.Counter.value : Synchronization.Atomic<Swift.Int>"
                        guard let words = GlobalVariables.demangled(text), let colon = words.firstRange(of: " : ") else { return }
                        all.pointee.fields[GlobalVariables.fieldName(words[..<colon.lowerBound])] = String(words[colon.upperBound...])
                    }
                }, all)
        }
        all.symbols.sort { $0.range.lowerBound < $1.range.lowerBound }
        return all
    }

    func variable(at address: UInt) -> TypedVariable? {
        guard let symbol = symbols.last(where: { $0.range.lowerBound <= address }), symbol.range.contains(address),
            let written = Self.writtenType(symbol.name), let (type, offset) = WrittenType(written).content,
            offset + Metadata(type).size <= UInt(symbol.range.count)
        else { return nil }
        return TypedVariable(type: type, start: symbol.range.lowerBound + offset)
    }

    /// The type whose record is at an address, or that of the value in it, and where the value begins.
    func hiddenType(at record: UInt) -> (type: Any.Type, offset: UInt)? {
        guard let name = hiddenTypes[record], let written = Self.demangled("$s\(name)D") else { return nil }
        return WrittenType(written[...]).content
    }

    /// A struct that the program declares, by its mangled name.
    func structType(_ name: String) -> Any.Type? {
        structs[name].flatMap { Metadata.isKnown($0) ? unsafeBitCast($0, to: Any.Type.self) : nil }
    }

    /// The value in a class's atomic variable or mutex.
    /// - Parameters:
    ///   - field: "Counter.value".
    ///   - start: the address of the variable.
    ///   - address: an address in it.
    func field(named field: String, at start: UInt, reached address: UInt) -> TypedVariable? {
        guard let written = fields[field], let (type, offset) = WrittenType(written[...]).content else { return nil }
        let variable = TypedVariable(type: type, start: start + offset)
        return variable.contains(address) ? variable : nil
    }

    /// "Counter.value" of "direct field offset for main.(Counter in _6AD0).value".
    private static func fieldName(_ words: Substring) -> String {
        let parts = words.split(separator: ".").suffix(2).map { part in
            String((part.first == "(" ? part.dropFirst() : part).prefix { $0 != " " })
        }
        return parts.joined(separator: ".")
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

/// A type as the demangler writes it: "Swift.Int", "Swift.Optional<main.Account>", "[Swift.String : main.Account]?".
struct WrittenType {
    private var text: Substring
    init(_ text: Substring) { self.text = text }

    /// The type of the value in it, and where the value begins: an atomic variable has its value's layout, and in a mutex the value
    /// follows a lock of four bytes.
    var content: (type: Any.Type, offset: UInt)? {
        for (name, lock) in [("Synchronization.Atomic<", 0 as UInt), ("Synchronization.Mutex<", 4)] where text.hasPrefix(name) {
            guard let type = WrittenType(text.dropFirst(name.count).dropLast()).type else { return nil }
            let alignment = Metadata(type).alignment
            return (type, (lock + alignment - 1) & ~(alignment - 1))
        }
        return type.map { ($0, 0) }
    }

    /// A type by its mangled name in the debug information, "$sSiD"; nil if it is not known to the runtime.
    static func named(_ mangled: String) -> Any.Type? {
        guard mangled.hasPrefix("$s"), mangled.hasSuffix("D") else { return nil }
        let name = String(mangled.dropFirst(2).dropLast())
        return _typeByName(name) ?? GlobalVariables.ofProgram.structType(name)
    }

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
        // (The runtime's own demangler writes no sugar.)
        if let open = text.firstIndex(of: "<"), text.last == ">" {
            return Self.generic(text[..<open], Self.parts(text[text.index(after: open)...].dropLast()).map { WrittenType($0).type })
        }
        return text.contains { "<>&".contains($0) } || text.first == "(" ? nil : nominal
    }

    /// A generic type of the library with its arguments.
    private static func generic(_ name: Substring, _ arguments: [Any.Type?]) -> Any.Type? {
        guard let first = arguments.first ?? nil else { return nil }
        switch (name, arguments.count) {
        case ("Swift.Optional", 1): return optional(first)
        case ("Swift.Array", 1): return array(first)
        case ("Swift.Set", 1): return (first as? any Hashable.Type).map(set)
        case ("Swift.Dictionary", 2):
            guard let key = first as? any Hashable.Type, let value = arguments[1] else { return nil }
            return dictionary(key, value)
        default: return nil
        }
    }

    /// The parts of a list, divided by ", " outside of brackets.
    private static func parts(_ text: Substring) -> [Substring] {
        var parts: [Substring] = [], depth = 0, start = text.startIndex
        for index in text.indices {
            if "[(<".contains(text[index]) { depth += 1 }
            if "])>".contains(text[index]) { depth -= 1 }
            if depth == 0 && text[index...].hasPrefix(", ") {
                parts.append(text[start..<index])
                start = text.index(index, offsetBy: 2)
            }
        }
        return parts + [text[start...]]
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
        return names.lazy.compactMap { _typeByName($0) }.first ?? names.lazy.compactMap(GlobalVariables.ofProgram.structType).first
    }

    /// "5State", and for "(State in _6AD0)", which is private in a file, "5State5_6AD0LL".
    private static func lengthened(_ name: Substring) -> String {
        guard name.first == "(" else { return "\(name.utf8.count)\(name)" }
        let words = name.dropFirst().dropLast().split(separator: " ")
        guard words.count == 3 else { return "" }
        return "\(words[0].utf8.count)\(words[0])\(words[2].utf8.count)\(words[2])LL"
    }

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
