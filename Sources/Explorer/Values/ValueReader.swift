import CInterposition

/// Reads the value of a variable from its bytes, by the metadata of its type.
///
/// It never runs code of the program, and it never follows a pointer without a check: another thread can be in the middle of a change.
/// So it reads all memory through a call that fails where nothing is mapped. Layouts are those of Swift's stable binary interface and
/// of the standard library's types.
struct ValueReader {
    /// Numbers for the objects that references name: the first `Node` is "Node 1".
    private(set) var objects: [UInt: String] = [:]
    private var counts: [String: Int] = [:]

    static let longestText = 40
    private static let mostElements = 3
    private static let mostFields = 4

    /// The value at an address, as a reader of Swift knows it; nil if it cannot be read.
    /// - Parameter depth: how many structs, tuples and payloads are opened.
    mutating func text(of type: Any.Type, at address: UInt, depth: Int = 2) -> String? {
        if let plain = Self.plain(type, at: address) { return plain }
        switch Metadata(type).kind {
        case .structure: return structure(type, at: address, depth)
        case .optional: return optional(type, at: address, depth)
        case .enumeration: return enumeration(type, at: address, depth)
        case .tuple: return fields(of: type, at: address, depth).map { "(\($0))" }
        case .object: return object(at: address, of: type)
        case .function: return Self.word(address).map { $0 == 0 ? "nil" : "a closure" }
        case .existential: return existential(type, at: address, depth)
        case nil: return nil
        }
    }

    /// Memory was allocated again.
    mutating func forget(from address: UInt, size: Int) {
        if size / 8 > objects.count {
            if !objects.isEmpty { objects = objects.filter { !(address..<address &+ UInt(size)).contains($0.key) } }
        } else {
            for word in stride(from: address & ~7, to: address &+ UInt(size), by: 8) { objects[word] = nil }
        }
    }

    // MARK: numbers and texts

    private static func plain(_ type: Any.Type, at address: UInt) -> String? {
        func read<T: BitwiseCopyable & CustomStringConvertible>(_: T.Type) -> String? { bytes(T.self, address)?.description }
        switch ObjectIdentifier(type) {
        case ObjectIdentifier(Int.self): return read(Int.self)
        case ObjectIdentifier(Int8.self): return read(Int8.self)
        case ObjectIdentifier(Int16.self): return read(Int16.self)
        case ObjectIdentifier(Int32.self): return read(Int32.self)
        case ObjectIdentifier(Int64.self): return read(Int64.self)
        case ObjectIdentifier(UInt.self): return read(UInt.self)
        case ObjectIdentifier(UInt8.self): return read(UInt8.self)
        case ObjectIdentifier(UInt16.self): return read(UInt16.self)
        case ObjectIdentifier(UInt32.self): return read(UInt32.self)
        case ObjectIdentifier(UInt64.self): return read(UInt64.self)
        case ObjectIdentifier(Float.self): return read(Float.self)
        case ObjectIdentifier(Double.self): return read(Double.self)
        case ObjectIdentifier(Bool.self): return bytes(UInt8.self, address).flatMap { $0 > 1 ? nil : $0 == 1 ? "true" : "false" }
        case ObjectIdentifier(String.self): return string(at: address).map { "\"\($0)\"" }
        case ObjectIdentifier(Character.self): return string(at: address).map { "\"\($0)\"" }
        default: return nil
        }
    }

    /// The layout: 16 bytes. The highest half byte of the second word says whether the characters are in these bytes (14: ASCII, 10)
    /// or elsewhere.
    private static func string(at address: UInt) -> String? {
        guard let count = bytes(UInt.self, address), let object = bytes(UInt.self, address + 8) else { return nil }
        let form = object >> 60, size: Int, from: UInt
        if form == 0xE || form == 0xA {
            (size, from) = (Int(object >> 56 & 0xF), address)
        } else {
            // (A bit says that the characters follow the object's header. Others are bridged, or shared.)
            guard count >> 48 & 1 << 12 != 0 || form == 8 else { return nil }
            (size, from) = (Int(count & 0xFFFF_FFFF_FFFF), (object & 0x0FFF_FFFF_FFFF_FFFF) + 32)
        }
        let shown = min(size, 4 * longestText)
        if shown == 0 { return "" }
        var letters = [UInt8](repeating: 0, count: shown)
        guard letters.withUnsafeMutableBytes({ interleave_read(from, $0.baseAddress, shown) }) else { return nil }
        let whole = String(decoding: letters, as: UTF8.self)
        let cut = String(whole.prefix(longestText))
        return size > shown || cut.count < whole.count ? cut + "…" : cut
    }

    // MARK: collections

    private mutating func structure(_ type: Any.Type, at address: UInt, _ depth: Int) -> String? {
        let metadata = Metadata(type)
        switch metadata.description {
        case Metadata([Int].self).description, Metadata(ContiguousArray<Int>.self).description:
            return array(of: metadata.argument(0), at: address, depth)
        case Metadata([Int: Int].self).description:
            return table(key: metadata.argument(0), value: metadata.argument(1), at: address, depth)
        case Metadata(Set<Int>.self).description: return table(key: metadata.argument(0), value: nil, at: address, depth)
        default: break
        }
        let name = _typeName(type, qualified: false), whole = _typeName(type, qualified: true)
        if name.hasPrefix("CheckedContinuation<") || name.hasPrefix("UnsafeContinuation<") { return "a continuation" }
        if whole.hasPrefix("Swift.Task<") { return "a task" }
        if name.contains("Pointer") { return Self.word(address).map { $0 == 0 ? "nil" : "a pointer" } }
        // The library's types stay closed, but for the wrappers of one value. (The cell of an atomic or of a mutex has its value's layout.)
        if whole.hasPrefix("Synchronization."), let value = metadata.argument(0) {
            if name.hasPrefix("Mutex<"), let cell = metadata.fields.last {
                return text(of: value, at: address + UInt(cell.offset), depth: depth)
            }
            return text(of: value, at: address, depth: depth)
        }
        guard metadata.isOfProgram else { return nil }
        guard depth > 0 else { return "\(name)(…)" }
        return fields(of: type, at: address, depth).map { "\(name)(\($0))" }
    }

    private mutating func array(of element: Any.Type?, at address: UInt, _ depth: Int) -> String? {
        guard let element, let storage = Self.word(address), let count = Self.bytes(Int.self, storage + 16), count >= 0 else { return nil }
        let start = (storage + 32 + Metadata(element).alignment - 1) & ~(Metadata(element).alignment - 1)
        return list(count, depth) { reader, index in
            reader.text(of: element, at: start + UInt(index) * Metadata(element).stride, depth: depth - 1)
        }
    }

    /// The memory of an array's elements, with the room for further ones; nil if it is not an array.
    static func elements(of type: Any.Type, at address: UInt) -> Range<UInt>? {
        let metadata = Metadata(type)
        guard metadata.kind == .structure,
            [Metadata([Int].self).description, Metadata(ContiguousArray<Int>.self).description].contains(metadata.description),
            let element = metadata.argument(0), let storage = word(address), let capacity = word(storage + 24), capacity < 1 << 32
        else { return nil }
        let start = (storage + 32 + Metadata(element).alignment - 1) & ~(Metadata(element).alignment - 1)
        return start..<start + (capacity >> 1) * Metadata(element).stride
    }

    /// "[1, 2, 3, … 10]": the first elements, and how many there are.
    private mutating func list(_ count: Int, _ depth: Int, _ element: (inout ValueReader, Int) -> String?) -> String? {
        if count == 0 { return "[]" }
        let shown = depth > 0 ? (0..<min(count, Self.mostElements)).map { element(&self, $0) } : []
        if shown.isEmpty || shown.contains(nil) { return "\(count) element\(count == 1 ? "" : "s")" }
        let rest = count > shown.count ? ", … \(count) in all" : ""
        return "[\(shown.compactMap(\.self).joined(separator: ", "))\(rest)]"
    }

    /// A dictionary or a set. Its storage has the count, the addresses of keys and values, and a bit for each place that is in use.
    private mutating func table(key: Any.Type?, value: Any.Type?, at address: UInt, _ depth: Int) -> String? {
        guard let key, let storage = Self.word(address), let count = Self.bytes(Int.self, storage + 16), count >= 0,
            let scale = Self.bytes(UInt8.self, storage + 32), scale < 40, let keys = Self.word(storage + 48)
        else { return nil }
        if count == 0 { return value == nil ? "[]" : "[:]" }
        let values = value == nil ? 0 : Self.word(storage + 56) ?? 0, bits = storage + (value == nil ? 56 : 64)
        var places: [UInt] = []
        for word in 0..<max(1, (1 << Int(scale)) / 64) where places.count < Self.mostElements {
            guard let used = Self.word(bits + UInt(word) * 8) else { return nil }
            for bit in 0..<min(64, 1 << Int(scale)) where used >> UInt(bit) & 1 == 1 { places.append(UInt(word * 64 + bit)) }
        }
        guard places.count >= min(count, Self.mostElements) else { return nil }
        return list(count, depth) { reader, index in
            guard let name = reader.text(of: key, at: keys + places[index] * Metadata(key).stride, depth: depth - 1) else { return nil }
            guard let value else { return name }
            return reader.text(of: value, at: values + places[index] * Metadata(value).stride, depth: depth - 1).map { "\(name): \($0)" }
        }
    }

    // MARK: fields and cases

    private mutating func fields(of type: Any.Type, at address: UInt, _ depth: Int) -> String? {
        guard depth > 0 else { return "…" }
        let all = Metadata(type).fields
        let shown = all.prefix(Self.mostFields).map { field in
            let value = text(of: field.type, at: address + UInt(field.start), depth: depth - 1) ?? "?"
            return field.name.isEmpty ? value : "\(field.name): \(value)"
        }
        return (shown + (all.count > shown.count ? ["…"] : [])).joined(separator: ", ")
    }

    private mutating func optional(_ type: Any.Type, at address: UInt, _ depth: Int) -> String? {
        guard let payload = Metadata(type).argument(0), let isNil = isEmpty(payload, in: type, at: address) else { return nil }
        return isNil ? "nil" : text(of: payload, at: address, depth: depth)
    }

    /// Whether an optional is nil. The payload's own witness looks at bits only.
    private func isEmpty(_ payload: Any.Type, in type: Any.Type, at address: UInt) -> Bool? {
        withCopy(of: type, at: address) { Metadata(payload).payloadCase(of: $0, emptyCases: 1) != 0 }
    }

    private mutating func enumeration(_ type: Any.Type, at address: UInt, _ depth: Int) -> String? {
        let metadata = Metadata(type)
        guard let number = withCopy(of: type, at: address, { metadata.enumCase(of: $0) }), let found = metadata.enumCase(number) else {
            return nil
        }
        guard let payload = found.payload else { return ".\(found.name)" }
        guard depth > 0, !found.isIndirect, let value = text(of: payload, at: address, depth: depth - 1) else { return ".\(found.name)(…)" }
        return value.hasPrefix("(") ? ".\(found.name)\(value)" : ".\(found.name)(\(value))"
    }

    /// Calls a function with a copy of the value's bytes.
    private func withCopy<Result>(of type: Any.Type, at address: UInt, _ body: (UnsafeRawPointer) -> Result) -> Result? {
        let size = Int(Metadata(type).size)
        return withUnsafeTemporaryAllocation(byteCount: max(size, 8), alignment: 16) { copy in
            guard let base = copy.baseAddress, size == 0 || interleave_read(address, base, size) else { return nil }
            return body(base)
        }
    }

    // MARK: references

    /// - Parameter type: of the variable: the object's own class can be one below it.
    private mutating func object(at address: UInt, of type: Any.Type?) -> String? {
        guard let object = Self.word(address) else { return nil }
        if object == 0 { return "nil" }
        if let known = objects[object] { return known }
        guard let name = Metadata.className(ofObject: object) ?? type.map({ _typeName($0, qualified: false) }) else { return "an object" }
        counts[name, default: 0] += 1
        let label = "\(name) \(counts[name] ?? 1)"
        objects[object] = label
        return label
    }

    /// Any type behind a protocol: three words for the value, then its type. (Errors and class-bound protocols are one word.)
    private mutating func existential(_ type: Any.Type, at address: UInt, _ depth: Int) -> String? {
        guard Metadata(type).size >= 32 else { return object(at: address, of: nil) }
        guard let dynamic = Self.word(address + 24), dynamic != 0, Metadata.isKnown(dynamic) else { return nil }
        let found = unsafeBitCast(dynamic, to: Any.Type.self)
        if Metadata(found).isInline { return text(of: found, at: address, depth: depth) }
        guard let box = Self.word(address) else { return nil }
        let alignment = max(Metadata(found).alignment, 8)
        return text(of: found, at: box + (16 + alignment - 1) & ~(alignment - 1), depth: depth)
    }

    // MARK: memory

    /// The bytes at an address; nil if nothing is mapped there.
    static func bytes<T: BitwiseCopyable>(_: T.Type, _ address: UInt) -> T? {
        withUnsafeTemporaryAllocation(of: T.self, capacity: 1) { room in
            interleave_read(address, room.baseAddress, MemoryLayout<T>.size) ? room[0] : nil
        }
    }

    static func word(_ address: UInt) -> UInt? { bytes(UInt.self, address) }
}
