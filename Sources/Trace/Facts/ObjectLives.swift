/// Groups, semaphores, locks, conditions, once tokens and sources, with what last let a waiting thread go on.
struct ObjectLives {
    private(set) var objects: [Trace.SyncObject] = []
    private var states: [State] = []
    private var current = [IntegerTable](repeating: IntegerTable(), count: 9)
    private var ordinals = [Int](repeating: 0, count: 9)
    /// The places of the calls that used each object, the first ones of many.
    private(set) var uses: [[Int32]] = []
    private static let mostUses = 16
    private let coverage: Coverage

    init(coverage: Coverage = .whole) { self.coverage = coverage }

    /// The last event that could let a waiting thread go on, and its lane.
    struct Release: Equatable {
        var event: Int
        var lane: Int
    }

    private struct State {
        /// Entered and not left (groups).
        var count = 0
        var release: Release?
        /// The last release after which the group was empty.
        var emptied: Release?
        /// Signals of a semaphore that no wait has used, oldest first from `nextSignal`; before
        /// them, as many as its first value.
        var signals: [Release] = []
        var nextSignal = 0
        var firstValue: Int64 = 0
    }

    /// The object that now lives at an address; one that was never seen gets an entry.
    mutating func seen(_ kind: Trace.SyncObject.Kind, _ address: UInt64) -> Int {
        let known = current[kind.rawValue][address]
        return known != 0 ? Int(known - 1) : created(kind, address)
    }

    /// A descriptor of the program: a file, a pipe, a socket.
    /// - Parameter number: its number and 1, as records have it.
    mutating func descriptor(_ number: UInt64) -> Int {
        known(.descriptor, number) ?? created(.descriptor, number, name: "descriptor \(number &- 1)")
    }

    func known(_ kind: Trace.SyncObject.Kind, _ address: UInt64) -> Int? {
        let known = current[kind.rawValue][address]
        return known == 0 ? nil : Int(known - 1)
    }

    /// An object was made: a new life of its address.
    mutating func created(_ kind: Trace.SyncObject.Kind, _ address: UInt64, firstValue: Int64? = nil, name: String? = nil) -> Int {
        ordinals[kind.rawValue] += 1
        let label = name ?? "\(kind.words) \(ordinals[kind.rawValue])"
        var object = Trace.SyncObject(kind: kind, address: address, label: label, firstValue: firstValue)
        // It can have been there before.
        object.isFullyKnown = coverage.isWhole(from: 0, about: kind)
        objects.append(object)
        var state = State()
        state.firstValue = max(firstValue ?? 0, 0)
        states.append(state)
        uses.append([])
        current[kind.rawValue][address] = UInt64(objects.count)
        return objects.count - 1
    }

    /// An object was made, and nothing that was done with it since is missing.
    mutating func knowsAll(of object: Int) { objects[object].isFullyKnown = true }

    /// A call from this place made an object, or used it.
    mutating func called(_ object: Int, from place: Int, isMaking: Bool) {
        if isMaking {
            objects[object].made = place
        } else {
            if objects[object].firstUsed == nil { objects[object].firstUsed = place }
            if uses[object].count < Self.mostUses, !uses[object].contains(Int32(place)) { uses[object].append(Int32(place)) }
        }
    }

    /// A thread entered a group.
    mutating func entered(_ object: Int) { states[object].count += 1 }

    /// A thread left a group, by a call or because an item of it ended.
    mutating func left(_ object: Int, event: Int, lane: Int) {
        states[object].count -= 1
        states[object].release = Release(event: event, lane: lane)
        if states[object].count <= 0 { states[object].emptied = states[object].release }
    }

    /// Whether nothing is in a group now.
    func isEmpty(_ group: Int) -> Bool { states[group].count <= 0 }

    /// A thread signalled, unlocked or finished.
    mutating func released(_ object: Int, event: Int, lane: Int) {
        let release = Release(event: event, lane: lane)
        states[object].release = release
        if objects[object].kind == .semaphore { states[object].signals.append(release) }
    }

    /// A wait for a semaphore has ended: it used the oldest signal. Returns that signal, if the wait had to wait for it.
    mutating func usedSignal(of object: Int, since began: Int, for lane: Int) -> Int? {
        // Which signal it used depends on all that came before.
        if !objects[object].isFullyKnown { return nil }
        if states[object].firstValue > 0 {
            states[object].firstValue -= 1
            return nil
        }
        guard states[object].nextSignal < states[object].signals.count else { return release(of: object, since: began, for: lane) }
        let signal = states[object].signals[states[object].nextSignal]
        states[object].nextSignal += 1
        if signal.event > began { return signal.lane == lane ? nil : signal.event }
        // A signal from before the wait, which then did not wait; or one whose wait was lost.
        return release(of: object, since: began, for: lane)
    }

    /// Whether a wait that begins now need not wait: the semaphore's value is positive, the group empty, the once block done.
    func isOpen(_ object: Int) -> Bool {
        let state = states[object]
        return switch objects[object].kind {
        case .semaphore: state.firstValue > 0 || state.nextSignal < state.signals.count
        case .group: state.count <= 0
        case .once: state.release != nil
        default: false
        }
    }

    /// The event after `began` by which another lane let a waiting one go on.
    func release(of object: Int, since began: Int, for lane: Int) -> Int? {
        for release in [states[object].emptied, states[object].release] {
            if let release, release.event > began, release.lane != lane { return release.event }
        }
        return nil
    }

    /// The objects, no label twice, called as the program calls them where that is known.
    func finish(_ places: [Trace.Place]) -> [Trace.SyncObject] {
        var objects = objects
        var names = ObjectNames(places: places)
        names.label(&objects, uses: uses)
        return objects
    }

    /// The name of a source, by its type and handle.
    static func sourceName(type: Int, handle: UInt64) -> String {
        switch type {
        case 0: "timer"
        case 1: "signal source \(Trace.signalName(handle) ?? "signal \(handle)")"
        case 2: "read source (descriptor \(handle))"
        case 3: "write source (descriptor \(handle))"
        case 4, 5, 6: "data source"
        default: "source"
        }
    }
}

extension Trace.SyncObject.Kind {
    /// The kind of object, in words.
    public var words: String {
        switch self {
        case .group: "group"
        case .semaphore: "semaphore"
        case .lock: "lock"
        case .condition: "condition"
        case .once: "once block"
        case .source: "source"
        case .thread: "thread"
        case .other: "object"
        case .descriptor: "descriptor"
        }
    }
}
