/// Puts together the values that follow accesses to memory, and what steps mean.
struct VariableLives {
    private var values: [VariableValue] = []
    /// The address that the latest event of each variable has: its name is that of the variable.
    private var addresses: [UInt64: UInt64] = [:]
    private var meanings: [Int64: StepMeaning] = [:]
    /// The event whose access the latest value belongs to.
    private var latest: Int?

    mutating func take(_ text: Recording.Text, of event: Event) {
        switch text.use {
        case UInt64(Event.Kind.valueFound.rawValue):
            guard let access = Self.access(event) else { return }
            values.append(VariableValue(time: event.time, variable: text.object, found: Self.known(text), access: access))
            if addresses[text.object] == nil { addresses[text.object] = event.object }
            latest = text.event
        case UInt64(Event.Kind.valueLeft.rawValue):
            if let last = values.indices.last, latest == text.event, values[last].variable == text.object, values[last].access != .read {
                values[last].left = Self.known(text)
            } else {
                values.append(VariableValue(time: event.time, variable: text.object))
            }
            latest = nil
        case UInt64(Event.Kind.stepMeaning.rawValue): meanings[event.time] = StepMeaning(words: text.text)
        default: break
        }
    }

    private static func known(_ text: Recording.Text) -> String? { text.text.isEmpty ? nil : text.text }

    private static func access(_ event: Event) -> VariableValue.Access? {
        switch (event.kind, event.detail & 0xFF) {
        case (.memoryRead, _), (.memoryAtomic, 0): .read
        case (.memoryWritten, _), (.memoryAtomic, 1): .written
        case (.memoryAtomic, _): .updated
        default: nil
        }
    }

    func finish(into trace: inout Trace) {
        trace.values = values
        trace.meanings = meanings
        for (variable, address) in addresses { trace.variableNames[variable] = trace.variables[address] }
    }
}
