// Queries for claims about places in the source: the waits in a function, the initialization of a
// `static let`.

extension Trace {
    /// The waits of a kind that began with a call in a function, method or property of this name ("shared", "add(_:)").
    public func waits(_ kind: Wait.Kind, in function: String) -> [Wait] {
        waits.filter { wait in
            guard wait.kind == kind, let place = wait.place else { return false }
            return isNamed(places[place].call, function)
        }
    }

    /// The events of a kind that came from a call in a function, method or property of this name.
    public func events(_ kind: Event.Kind, in function: String) -> [Event] {
        events.filter { $0.kind == kind && $0.place >= 0 && isNamed(places[Int($0.place)].call, function) }
    }

    /// The initialization of a global or a static property, at its first use.
    public struct Initialisation: Sendable {
        /// Index into `lanes`: the thread that ran the initializer.
        public var lane: Int
        public var began: Int64
        /// nil: the initialization never ended.
        public var ended: Int64?
        /// The waits of threads that were blocked until the initialization ended.
        public var waits: [Wait]
    }

    /// All runs of the initializer of a global or static property of this name.
    ///
    /// - Parameter name: the declared name, such as "shared".
    public func initialisations(of name: String) -> [Initialisation] {
        events.indices.compactMap { index in
            let event = events[index]
            guard event.kind == .onceBegan, event.place >= 0, isNamed(places[Int(event.place)].closure, name) else { return nil }
            let ended = events[index...].first { $0.kind == .onceEnded && $0.object == event.object }?.time
            let waits = waits.filter { wait in
                guard wait.kind == .once, let object = wait.object else { return false }
                return objects[object].address == event.object
            }
            return Initialisation(lane: Int(event.lane), began: event.time, ended: ended, waits: waits)
        }
    }

    /// Whether a place is in the function, method or property of this name.
    public func isNamed(_ location: Place.Location?, _ name: String) -> Bool {
        guard let function = location?.function else { return false }
        return function == name || function.hasSuffix(".\(name)")
    }
}
