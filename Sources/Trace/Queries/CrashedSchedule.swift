extension Trace {
    /// Whether the last step of an explored schedule stopped the program. Then work is unfinished and
    /// threads wait for this reason alone.
    public var scheduleEndsInCrash: Bool {
        guard origin == .explorer, let last = events.last else { return false }
        return last.kind == .signalDelivered || last.endsSchedule
    }
}

extension Event {
    /// Whether it is a note about a call that stopped the program.
    public var endsSchedule: Bool { kind == .note && detail == EventKind.endOfSchedule }
}
