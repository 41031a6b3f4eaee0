import CInterposition

/// The global variables of the program's files.
///
/// Some of them are the compiler's caches of type descriptions. The first task that needs one
/// writes it, always with the same value. So they decide nothing, and once set they stay set.
struct ProgramVariables {
    /// Read once: the explored code is loaded by then, and its modules are known.
    nonisolated(unsafe) static let all = ofProgram()
    nonisolated(unsafe) static let none = ProgramVariables()

    private var caches = WordTable()
    /// The extent of each variable, in order.
    private var extents: [Range<UInt>] = []

    private static func ofProgram() -> ProgramVariables {
        var all = ProgramVariables()
        withUnsafeMutablePointer(to: &all) { variables in
            interleave_each_variable(
                { name, address, size, context in
                    let variables = context!.assumingMemoryBound(to: ProgramVariables.self)
                    guard let name, ProgramVariables.isCache(name) else {
                        if size > 8 { variables.pointee.extents.append(address..<address + size) }
                        return
                    }
                    for word in stride(from: address & ~7, to: address + max(size, 1), by: 8) {
                        variables.pointee.caches.set(variables.pointee.caches.slot(of: word), to: 1)
                    }
                }, variables)
        }
        all.extents.sort { $0.lowerBound < $1.lowerBound }
        return all
    }

    /// The part of a variable from an address to the variable's end; nil if the variable has one
    /// word only or is not known.
    func rest(from address: UInt) -> Range<UInt>? {
        var first = 0, last = extents.count
        while first < last {
            let middle = (first + last) / 2
            if extents[middle].lowerBound <= address { first = middle + 1 } else { last = middle }
        }
        guard first > 0, extents[first - 1].contains(address) else { return nil }
        return address..<extents[first - 1].upperBound
    }

    /// Whether a word of memory (a multiple of eight) belongs to a cache of the compiler.
    func isCache(_ word: UInt) -> Bool { caches.contains(word) }

    /// "$s…WL" and so on: caches for protocol witness tables, for types, and for types by their
    /// mangled names.
    private static func isCache(_ name: UnsafePointer<CChar>) -> Bool {
        guard name[0] == CChar(UInt8(ascii: "$")), name[1] == CChar(UInt8(ascii: "s")) else { return false }
        var end = 2
        while name[end] != 0 { end += 1 }
        guard end > 4 else { return false }
        let last = (UInt8(bitPattern: name[end - 2]), UInt8(bitPattern: name[end - 1]))
        switch last {
        case (UInt8(ascii: "W"), UInt8(ascii: "L")), (UInt8(ascii: "M"), UInt8(ascii: "L")), (UInt8(ascii: "M"), UInt8(ascii: "D")),
            (UInt8(ascii: "M"), UInt8(ascii: "I")), (UInt8(ascii: "M"), UInt8(ascii: "l")), (UInt8(ascii: "M"), UInt8(ascii: "J")):
            return true
        default: return false
        }
    }
}
