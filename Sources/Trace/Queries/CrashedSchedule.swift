extension Trace {
    /// Whether the last step of an explored schedule stopped the program. Then work is unfinished and
    /// threads wait for this reason alone.
    public var scheduleEndsInCrash: Bool {
        guard origin == .explorer, let last = events.last else { return false }
        return last.kind == .signalDelivered || last.endsSchedule
    }
}

extension Event {
    /// The detail of a note about a call that stopped the program. (1: the note is about a step of a
    /// thread; 0: the program wrote it.)
    public static let endOfSchedule: UInt16 = 2

    /// Whether it is such a note.
    public var endsSchedule: Bool { kind == .note && detail == Self.endOfSchedule }
}
