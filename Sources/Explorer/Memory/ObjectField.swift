import CInterposition
import Glibc

/// A stored property of a class instance, found by its address.
///
/// An object begins with a pointer to its class, at an address from malloc: a multiple of 16,
/// preceded by the chunk's size. So the object's first word lies below the property, points to a
/// class of the program, and is in a chunk that extends past the property. The class's description
/// confirms that it is a class, as the compiler lays out both (Swift's stable binary interface).
struct ObjectField {
    var type: String
    /// Empty: the whole object, because no more is known.
    var name: String
    /// Where the property is, and its own type; nil if that is not known.
    var variable: TypedVariable?

    /// "Account.balance", "an NSMutableArray".
    var text: String {
        if type.hasPrefix("the ") { return type }
        let isSpokenWithVowel = type.hasPrefix("NS") || type.hasPrefix("XML") || "AEIO".contains(type.prefix(1))
        return name.isEmpty ? (isSpokenWithVowel ? "an " : "a ") + type : "\(type).\(name)"
    }

    private static let header: UInt = 16
    private static let farthest: UInt = 4096

    /// nil if no such object is found.
    init?(at address: UInt) {
        if let generator = interleave_generator_at(address) {
            type = String(cString: generator)
            name = ""
            return
        }
        if interleave_is_library_object(address &- Self.header) {
            type = _typeName(unsafeBitCast(Self.word(address - Self.header), to: Any.Type.self), qualified: false)
            name = ""
            return
        }
        guard let (start, type) = Self.nearestObject(to: address, where: Self.object),
            let field = Metadata(type).fields.last(where: { $0.offset <= Int(address - start) })
        else { return nil }
        self.type = _typeName(type, qualified: false)
        self.name = field.name
        variable = TypedVariable(type: field.type, start: start + UInt(field.start))
    }

    /// The variable in a box: an object that the compiler makes for a local variable which closures share; nil if there is none.
    static func boxedVariable(at address: UInt) -> TypedVariable? {
        let box = nearestObject(to: address) { metadata, _, _ in Metadata.variable(inBox: metadata)?.type }
        guard let (start, type) = box else { return nil }
        var variable = TypedVariable(type: type, start: start + (16 + Metadata(type).alignment - 1) & ~(Metadata(type).alignment - 1))
        if type == Void.self {
            guard let content = Metadata.variable(inBox: word(start))?.content, Metadata(content.type).alignment <= 16 else { return nil }
            variable = TypedVariable(type: content.type, start: start + 16 + content.offset)
        }
        return variable.contains(address) ? variable : nil
    }

    /// The type that belongs to the object whose memory an address lies in.
    /// - Parameter type: of a possible object, from its first word, the size of its chunk, and how far the address is from its start.
    private static func nearestObject(
        to address: UInt, where type: (_ metadata: UInt, _ size: UInt, _ reach: UInt) -> Any.Type?
    ) -> (start: UInt, type: Any.Type)? {
        if address <= 2 * farthest { return nil }
        // All memory that may be the object's is read in one call: reading memory that may be
        // unmapped needs a system call.
        let first = (address & ~15) - farthest
        return withUnsafeTemporaryAllocation(of: UInt.self, capacity: Int(farthest) / 8 + 2) { words -> (UInt, Any.Type)? in
            let known = interleave_read_down(first, words.baseAddress, words.count * 8) / 8
            var start = address & ~15
            while address - start < farthest {
                let index = Int(start - first) / 8
                if index - 1 < words.count - known { return nil }
                let size = words[index - 1] & ~7, reach = address - start
                if size > reach, size < 1 << 24, let found = type(words[index], size, reach) { return (start, found) }
                start -= 16
            }
            return nil
        }
    }

    /// The word at an address that may be unmapped; 0 if it is.
    private static func word(_ address: UInt) -> UInt {
        var value: UInt = 0
        return interleave_read(address, &value, MemoryLayout<UInt>.size) ? value : 0
    }

    /// The class of a possible object that reaches as far as an address.
    private static func object(_ metadata: UInt, ofSize size: UInt, reaching reach: UInt) -> Any.Type? {
        // (The classes that generics make at run time lie elsewhere.)
        guard Metadata.isClass(metadata) else { return nil }
        let instanceSize = word(metadata + 24) & 0xFFFF_FFFF
        return instanceSize <= size && instanceSize > reach ? unsafeBitCast(metadata, to: Any.Type.self) : nil
    }
}
