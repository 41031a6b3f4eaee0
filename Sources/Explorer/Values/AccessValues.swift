import CInterposition

/// The values that accesses to memory find, and those that they leave.
///
/// An access is logged before it happens. So the new value is read later: when any task logs its next access, or is about to do
/// anything else. Until then only the task that made the access has run.
struct AccessValues {
    private struct Change {
        /// The places of its accesses in the record: the parts of a variable are written one after the other.
        var entries: [Int]
        /// The parts that were written. (A part that is written again is another change.)
        var parts: Set<UInt>
        var variable: TypedVariable
        var task: Int
    }
    private struct Begun: Hashable {
        var address: UInt
        var task: Int
    }
    private var reader = ValueReader()
    /// The values at the beginnings of accesses that go on.
    private var begun: [Begun: String] = [:]
    private var changes: [Change] = []
    /// Words that the program has written, or read: they have a value. New memory has none.
    private var initialized: Set<UInt> = []
    private static let mostWords = 1_000_000

    /// Something other than an access that belongs to the latest one happens: the changes are over.
    mutating func settle(_ record: inout ExecutionRecord) {
        if changes.isEmpty { return }
        for change in changes {
            let value = reader.text(of: change.variable.type, at: change.variable.start)
            for entry in change.entries where record.entries.indices.contains(entry) && record.entries[entry].isAccess {
                record.entries[entry].newValue = value
            }
        }
        changes.removeAll(keepingCapacity: true)
    }

    /// Memory that is no known variable is accessed, which may belong to the latest change: the task that changes an array accesses an
    /// element of it, and the task that makes an atomic variable reads how large it is, before it stores.
    mutating func settle(_ record: inout ExecutionRecord, besides address: UInt, isRead: Bool, by task: Int) {
        if !isElement(address, ofChangeBy: task), !(isRead && changes.allSatisfy { $0.task == task }) { settle(&record) }
    }

    /// Whether the task is changing an array, and an address is in one of its elements: `cells[index] = 1` begins to change `cells`, and
    /// then writes the element.
    private func isElement(_ address: UInt, ofChangeBy task: Int) -> Bool {
        guard let open = changes.last, open.task == task else { return false }
        return ValueReader.elements(of: open.variable.type, at: open.variable.start)?.contains(address) ?? false
    }

    /// An access is about to happen.
    /// - Returns: the value that it finds; nil if that is not known.
    mutating func find(
        _ address: UInt, isRead: Bool, isWritten: Bool, in variable: TypedVariable?, by task: Int, entry: Int,
        _ record: inout ExecutionRecord
    ) -> String? {
        if let variable, isWritten, let open = changes.last, open.variable.start == variable.start, open.task == task,
            let first = open.entries.first, open.entries.last == entry - 1, !open.parts.contains(address)
        {
            let value = record.entries.indices.contains(first) ? record.entries[first].value : nil
            changes[changes.count - 1].entries.append(entry)
            changes[changes.count - 1].parts.insert(address)
            note(address)
            return value
        }
        guard let variable else {
            settle(&record, besides: address, isRead: isRead && !isWritten, by: task)
            return nil
        }
        settle(&record)
        let hasValue = isRead || variable.isInitialized || initialized.contains(address & ~7) || interleave_is_data_of_program(address)
        let value = hasValue ? reader.text(of: variable.type, at: variable.start) : nil
        if isWritten { changes.append(Change(entries: [entry], parts: [address], variable: variable, task: task)) }
        note(address)
        return value
    }

    /// The value of a variable that has one for certain; nil: it is not known.
    func present(at address: UInt, in variable: TypedVariable?) -> String? {
        guard let variable, variable.isInitialized || initialized.contains(address & ~7) || interleave_is_data_of_program(address) else {
            return nil
        }
        var reader = reader
        return reader.text(of: variable.type, at: variable.start)
    }

    /// An access begins of which only the end is logged.
    mutating func begin(_ address: UInt, in variable: TypedVariable?, by task: Int) {
        let hasValue = initialized.contains(address & ~7) || interleave_is_data_of_program(address)
        begun[Begun(address: address, task: task)] = hasValue ? variable.flatMap { reader.text(of: $0.type, at: $0.start) } : nil
    }

    /// It has ended.
    mutating func ended(_ address: UInt, in variable: TypedVariable?, by task: Int) -> (value: String?, newValue: String?) {
        note(address)
        let new = variable.flatMap { reader.text(of: $0.type, at: $0.start) }
        return (begun.removeValue(forKey: Begun(address: address, task: task)), new)
    }

    /// The program has written or read a word.
    mutating func note(_ address: UInt) {
        if initialized.count < Self.mostWords { initialized.insert(address & ~7) }
    }

    /// Memory was allocated again.
    mutating func forget(from address: UInt, size: Int) {
        reader.forget(from: address, size: size)
        if size / 8 > initialized.count {
            if !initialized.isEmpty { initialized = initialized.filter { !(address..<address &+ UInt(size)).contains($0) } }
        } else {
            for word in stride(from: address & ~7, to: address &+ UInt(size), by: 8) { initialized.remove(word) }
        }
    }
}
