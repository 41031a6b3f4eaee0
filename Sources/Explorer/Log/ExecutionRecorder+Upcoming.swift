import TraceRecords

/// Accesses that have not happened yet.
extension ExecutionRecorder {
    /// The access that a task is about to make, as its entry would be, with the value that is there now. The record stays as it is.
    func upcoming(_ address: UInt64, isChange: Bool, by task: Int, at stack: [UInt]) -> ExecutionRecord.Entry {
        let extra = program.offset(UInt(address)), field = extra == 0 ? field(at: UInt(address)) : nil
        let known = knownNumber(of: address)
        return .init(
            task: task, kind: (isChange ? EventKind.memoryWritten : .memoryRead).rawValue,
            // (A word without an entry has no number yet. It must not be taken for another one.)
            object: known == 0 ? .max - UInt64(task) * 8 : known, argument: 0, detail: 0, places: stack, closure: 0, extra: UInt64(extra),
            text: field?.text, value: values.present(at: UInt(address), in: TypedVariable.at(UInt(address), field)))
    }
}
