import CInterposition

/// Accesses to variables by uninstrumented code: to generic or protocol types, or by key paths.
///
/// Only the variable's address and the begin and end of a read or change are known. If such
/// accesses race, their places become steps like others (Execution+Memory.swift). The step comes at
/// the begin, and all that the access does follows without another step.
extension Execution {
    func beginAccess(_ address: UInt, writes: Bool, place: UInt) {
        if writes && tasks[current].deinits.count != 0 { noteDeinits(writing: address) }
        if tasks[current].deinits.isIgnoring { return }
        _ = isOnOwnStack(address)
        if writes && interleave_is_data_of_program(address) { saveVariable(from: address) }
        guard isStep(place) else {
            if isLogging && !isAlone { log?.noteBegin(of: address, by: current) }
            return
        }
        let first = address & ~7, kind: Operation.Kind = writes ? .write : .read
        var operation = Operation(kind: kind, mask: mask(address, first + 8), object: word(address), place: place)
        if first == address {
            // A task that spins on it reads two words: a value, and whether there is one.
            operation.other = word(address + 8)
            operation.otherMask = 0xFF
        }
        visit(operation)
    }

    /// The accesses between the begin and the end were not reported.
    func endAccess(_ address: UInt, writes: Bool, place: UInt) {
        if tasks[current].deinits.isIgnoring { return }
        if !isStep(place) {
            if writes { writeWithoutStep(address, size: 1, isMark: true) } else { readWithoutStep(address, place: place) }
            if isLogging { logRaceFree(address, size: 1, writes: writes, place: place, hasEnded: true) }
            if isAlone || exploration.search.isBlocked { return }
        }
        note(address & ~7, mask(address, address + 1), writes ? .write : [], place)
    }

    /// Saves the whole variable before it is changed for the first time.
    private func saveVariable(from address: UInt) {
        if !changedVariables.beginWhole(address) { return }
        let rest = exploration.variables.rest(from: address) ?? address..<address + 1
        for word in stride(from: rest.lowerBound & ~7, to: rest.upperBound, by: 8) { save(word) }
    }
}
