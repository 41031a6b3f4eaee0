import CInterposition
import Glibc
@_spi(Reflection) import Swift

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
        if address <= 2 * Self.farthest { return nil }
        // All memory that may be the object's is read in one call: reading memory that may be
        // unmapped needs a system call.
        let first = (address & ~15) - Self.farthest
        let found = withUnsafeTemporaryAllocation(of: UInt.self, capacity: Int(Self.farthest) / 8 + 2) { words -> (UInt, Any.Type)? in
            let known = interleave_read_down(first, words.baseAddress, words.count * 8) / 8
            var start = address & ~15
            while address - start < Self.farthest {
                let index = Int(start - first) / 8
                if index - 1 < words.count - known { return nil }
                let size = words[index - 1] & ~7
                if let type = Self.object(of: words[index], ofSize: size, reaching: address - start) { return (start, type) }
                start -= 16
            }
            return nil
        }
        guard let (start, type) = found, let name = Self.field(of: type, at: Int(address - start)) else { return nil }
        self.type = _typeName(type, qualified: false)
        self.name = name
    }

    /// The word at an address that may be unmapped; 0 if it is.
    private static func word(_ address: UInt) -> UInt {
        var value: UInt = 0
        return interleave_read(address, &value, MemoryLayout<UInt>.size) ? value : 0
    }

    /// - Parameters:
    ///   - metadata: the first word of a possible object.
    ///   - size: the size of its chunk, which precedes it.
    private static func object(of metadata: UInt, ofSize size: UInt, reaching offset: UInt) -> Any.Type? {
        guard size > offset, size < 1 << 24 else { return nil }
        // For a class, the first word is 0 here; the classes that generics make at run time lie
        // elsewhere.
        guard metadata & 7 == 0, interleave_is_data_of_program(metadata), word(metadata) == 0 else { return nil }
        let instanceSize = word(metadata + 24) & 0xFFFF_FFFF, description = word(metadata + 40)
        guard instanceSize <= size, instanceSize > offset, interleave_is_data_of_program(description),
            word(description & ~7) >> ((description & 4) * 8) & 31 == 16
        else { return nil }
        return unsafeBitCast(metadata, to: Any.Type.self)
    }

    private static func field(of type: Any.Type, at offset: Int) -> String? {
        var best: (offset: Int, name: String)?
        // The first option says that the type is a class; without it no field is listed.
        _ = _forEachField(of: type, options: _EachFieldOptions(rawValue: 1)) { name, start, _, _ in
            if start <= offset, best.map({ $0.offset < start }) ?? true { best = (start, String(cString: name)) }
            return true
        }
        return best?.name
    }
}
