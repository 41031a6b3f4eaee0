/// The subject of an event, as an index into the trace's facts. An address can be used again; an
/// index cannot.
extension Trace {
    /// The item that an item's or operation's event is about. Constant time.
    public func item(ofEvent event: Int) -> Int? {
        switch events[event].kind.rawValue {
        case 10...13, 70...76: subject(event)
        default: nil
        }
    }

    /// The queue that an item's or queue's event is about. Constant time.
    public func queue(ofEvent event: Int) -> Int? {
        switch events[event].kind.rawValue {
        case 10...13: subject(event).map { items.queue($0) }
        case 20...26: subject(event)
        default: nil
        }
    }

    /// The wait that a wait's event begins or ends. Constant time.
    public func wait(ofEvent event: Int) -> Int? {
        switch events[event].kind.rawValue {
        case 30...31: subject(event)
        default: nil
        }
    }

    /// The group, semaphore, lock, condition, token or source that an event is about. Constant time.
    public func object(ofEvent event: Int) -> Int? {
        switch events[event].kind.rawValue {
        case 22...24: subjects.indices.contains(event) && subjects[event] <= -2 ? Int(-2 - subjects[event]) : nil
        case 30...31: subject(event).flatMap { waits[$0].object }
        case 40...64: subject(event)
        default: nil
        }
    }

    /// The task that a task's event is about. Constant time.
    public func task(ofEvent event: Int) -> Int? {
        switch events[event].kind.rawValue {
        case 80...87: subject(event)
        default: nil
        }
    }

    /// The lane of the thread that a thread's event is about. Constant time.
    public func lane(ofEvent event: Int) -> Int? {
        switch events[event].kind.rawValue {
        case 90...93: subject(event)
        default: nil
        }
    }

    /// The note that an event wrote. Constant time.
    public func note(ofEvent event: Int) -> Int? { events[event].kind == .note ? subject(event) : nil }

    private func subject(_ event: Int) -> Int? {
        guard subjects.indices.contains(event), subjects[event] >= 0 else { return nil }
        return Int(subjects[event])
    }
}
