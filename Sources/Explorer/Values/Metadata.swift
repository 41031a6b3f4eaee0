import CInterposition
@_spi(Reflection) import Swift

/// The runtime's description of a type, as Swift's stable binary interface lays it out.
struct Metadata {
    enum Kind { case object, structure, enumeration, optional, tuple, function, existential }

    private let type: Any.Type
    private var address: UInt { unsafeBitCast(type, to: UInt.self) }

    init(_ type: Any.Type) { self.type = type }

    var kind: Kind? {
        switch Self.word(address) {
        case 0, 0x800...: .object
        case 0x200: .structure
        case 0x201: .enumeration
        case 0x202: .optional
        case 0x301: .tuple
        case 0x302: .function
        case 0x303: .existential
        default: nil
        }
    }

    /// The description of the type without its generic arguments.
    var description: UInt { Self.word(address + 8) }

    /// Whether the type is declared in the explored program.
    var isOfProgram: Bool { interleave_is_data_of_program(description) }

    /// A generic argument of a struct or enum.
    func argument(_ index: Int) -> Any.Type? {
        let word = Self.word(address + 16 + UInt(index) * 8)
        return word == 0 ? nil : unsafeBitCast(word, to: Any.Type.self)
    }

    // MARK: layout

    private var witnesses: UInt { Self.word(address - 8) }
    var size: UInt { Self.word(witnesses + 64) }
    var stride: UInt { Self.word(witnesses + 72) }
    private var flags: UInt { Self.word(witnesses + 80) }
    var alignment: UInt { (flags & 0xFF) + 1 }
    /// Whether a value is stored inside of `Any`, and not in a box.
    var isInline: Bool { flags & 0x2_0000 == 0 }

    /// Which case of an enum with this payload has a value's bits; 0: the one with the payload.
    func payloadCase(of value: UnsafeRawPointer, emptyCases: UInt32) -> UInt32 {
        typealias Witness = @convention(c) (UnsafeRawPointer, UInt32, UInt) -> UInt32
        return unsafeBitCast(Self.word(witnesses + 48), to: Witness.self)(value, emptyCases, address)
    }

    /// The number of an enum's case.
    func enumCase(of value: UnsafeRawPointer) -> UInt32 {
        typealias Witness = @convention(c) (UnsafeRawPointer, UInt) -> UInt32
        return unsafeBitCast(Self.word(witnesses + 88), to: Witness.self)(value, address)
    }

    // MARK: fields and cases

    struct Field {
        var name: String
        var offset: Int
        var type: Any.Type
        /// Where its value begins: in a mutex, behind the lock.
        var start: Int
    }

    /// The stored properties of a struct, class or tuple.
    var fields: [Field] {
        var fields: [Field] = []
        let options = _EachFieldOptions(rawValue: kind == .object ? 1 : 0)
        _ = _forEachField(of: type, options: options) { name, offset, type, _ in
            let name = String(cString: name)
            // (The fields of a tuple without names are ".0" and ".1".)
            fields.append(Field(name: name.hasPrefix(".") ? "" : name, offset: offset, type: type, start: offset))
            return true
        }
        // (The runtime says `()` for a type that cannot be copied.)
        for index in fields.indices where fields[index].type == Void.self {
            guard let content = hiddenType(ofField: fields[index].name) else { continue }
            fields[index].type = content.type
            fields[index].start += Int(content.offset)
        }
        return fields
    }

    /// The value in a stored property whose type the runtime does not name, and where it begins; nil if that is not known.
    private func hiddenType(ofField name: String) -> (type: Any.Type, offset: UInt)? {
        guard kind == .object || kind == .structure else { return nil }
        let reflection = Self.relative((kind == .object ? Self.word(address + 40) : description) + 16)
        guard reflection != 0 else { return nil }
        let size = Self.word(reflection + 8) >> 16 & 0xFFFF, count = min(Self.word(reflection + 8) >> 32, 200)
        for number in 0..<count {
            let record = reflection + 16 + number * size
            guard let field = UnsafePointer<CChar>(bitPattern: Self.relative(record + 8)), String(cString: field) == name else { continue }
            return GlobalVariables.ofProgram.hiddenType(at: Self.relative(record + 4))
        }
        return nil
    }

    struct Case {
        var name: String
        var payload: Any.Type?
        var isIndirect: Bool
    }

    /// A case of an enum, by its number; nil if there is none.
    func enumCase(_ number: UInt32) -> Case? {
        let reflection = Self.relative(description + 16)
        guard reflection != 0 else { return nil }
        let size = Self.word(reflection + 8) >> 16 & 0xFFFF, count = Self.word(reflection + 8) >> 32
        guard number < count else { return nil }
        let record = reflection + 16 + UInt(number) * size
        guard let name = UnsafePointer<CChar>(bitPattern: Self.relative(record + 8)) else { return nil }
        let mangled = Self.relative(record + 4)
        return Case(
            name: String(cString: name), payload: mangled == 0 ? nil : named(mangled), isIndirect: Self.word(record) & 1 != 0)
    }

    /// A type by its mangled name, with this type's generic arguments.
    private func named(_ mangled: UInt) -> Any.Type? {
        Self.type(named: mangled, context: description, arguments: address + 16)
    }

    /// A type by its mangled name; nil if there is none.
    static func type(named mangled: UInt, context: UInt = 0, arguments: UInt = 0) -> Any.Type? {
        guard let name = UnsafePointer<UInt8>(bitPattern: mangled) else { return nil }
        // References to types are a byte below 32 and an offset (of 4 or 8 bytes) that can contain any byte.
        var length = 0
        while name[length] != 0 {
            switch name[length] {
            case 0x01...0x17: length += 5
            case 0x18...0x1F: length += 9
            default: length += 1
            }
        }
        return _getTypeByMangledNameInContext(
            name, UInt(length), genericContext: UnsafeRawPointer(bitPattern: context),
            genericArguments: UnsafeRawPointer(bitPattern: arguments))
    }

    // MARK: objects

    /// The class of an object of the program; nil if that is not certain.
    static func className(ofObject object: UInt) -> String? {
        guard let metadata = ValueReader.word(object), isClass(metadata) else { return nil }
        return _typeName(unsafeBitCast(metadata, to: Any.Type.self), qualified: false)
    }

    /// Whether a word is the address of the description of a class that the program declares.
    static func isClass(_ metadata: UInt) -> Bool {
        guard metadata & 7 == 0, interleave_is_data_of_program(metadata), word(metadata) == 0 else { return false }
        let description = word(metadata + 40)
        return interleave_is_data_of_program(description) && word(description & ~7) >> ((description & 4) * 8) & 31 == 16
    }

    /// The type of the one variable that a box holds: an object that the compiler makes for a local variable which closures share.
    /// And, for a type that cannot be copied, the value in it and where that begins.
    static func variable(inBox metadata: UInt) -> (type: Any.Type, content: (type: Any.Type, offset: UInt)?)? {
        guard metadata & 7 == 0, interleave_is_data_of_program(metadata), word(metadata) == 0x400 else { return nil }
        let captures = word(metadata + 16)
        guard interleave_is_data_of_program(captures), word(captures) & 0xFFFF_FFFF == 1 else { return nil }
        let mangled = relative(captures + 12)
        return type(named: mangled).map { ($0, $0 == Void.self ? GlobalVariables.ofProgram.hiddenType(at: mangled) : nil) }
    }

    /// Whether a word is the address of a type's description: of the program or of a library's files.
    static func isKnown(_ metadata: UInt) -> Bool {
        guard metadata & 7 == 0, let kind = ValueReader.word(metadata), [0, 0x200, 0x201, 0x202, 0x301].contains(kind) else { return false }
        return ValueReader.word(metadata &- 8).flatMap { ValueReader.word($0 &+ 64) } != nil
    }

    private static func word(_ address: UInt) -> UInt { ValueReader.word(address) ?? 0 }

    /// The address that an offset of four bytes leads to; 0 if the offset is 0.
    private static func relative(_ address: UInt) -> UInt {
        guard let offset = ValueReader.bytes(Int32.self, address), offset != 0 else { return 0 }
        return address &+ UInt(bitPattern: Int(offset))
    }
}
