import CInterposition

/// Accesses to variables in code that is not instrumented: of a generic type, of a protocol's, by key paths.
///
/// Only the variable's address is known, and that it is read or changed, from a beginning to an end. Where such accesses race, their places become
/// steps like others (Engine+Memory.swift): the step comes at the beginning, and all that the access does follows in one go.
extension Engine {
    func beginAccess(_ address: UInt, writes: Bool, place: UInt) {
        if writes && endings[current].count != 0 { noteEndings(writing: address) }
        if endings[current].isIgnoring { return }
        _ = isOnOwnStack(address)
        if writes && interleave_is_data_of_program(address) { saveVariable(from: address) }
        guard isStep(place) else { return }
        let first = address & ~7, kind: Operation.Kind = writes ? .write : .read
        var operation = Operation(kind: kind, mask: mask(address, first + 8), object: word(address), place: place)
        if first == address {
            // Whoever waits for a change of it looks at two words: a value and whether it is there.
            operation.other = word(address + 8)
            operation.otherMask = 0xFF
        }
        visit(operation)
    }

    /// Nobody has told what was done between the beginning and the end.
    func endAccess(_ address: UInt, writes: Bool, place: UInt) {
        if endings[current].isIgnoring { return }
        if !isStep(place) {
            if writes { writeQuietly(address, size: 1, isMark: true) } else { readQuietly(address, place: place) }
            if isLogging { logQuietly(address, size: 1, writes: writes, place: place) }
            if isAlone || search.isBlocked { return }
        }
        note(address & ~7, mask(address, address + 1), writes ? .write : [], place)
    }

    /// Keeps all of a variable before it is changed for the first time.
    private func saveVariable(from address: UInt) {
        if savedVariables.contains(address) { return }
        savedVariables.set(savedVariables.slot(of: address), to: 1)
        let rest = variables.rest(from: address) ?? address..<address + 1
        for word in stride(from: rest.lowerBound & ~7, to: rest.upperBound, by: 8) { save(word) }
    }
}
