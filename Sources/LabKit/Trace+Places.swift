// What claims about places in the source ask of a trace: who waited in this function, who made that `static let`.

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

    /// The making of a global or a static property, when it was asked for the first time.
    public struct Initialisation: Sendable {
        /// Index into `lanes`: the thread that made it.
        public var lane: Int
        public var began: Int64
        /// nil: it was never done.
        public var ended: Int64?
        /// Those who asked meanwhile, and stood still for it.
        public var waits: [Wait]
    }

    /// Every time that the initialiser of a global or static property of this name ran.
    ///
    /// - Parameter name: as it is declared, such as "shared".
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

    private func isNamed(_ location: Place.Location?, _ name: String) -> Bool {
        guard let function = location?.function else { return false }
        return function == name || function.hasSuffix(".\(name)")
    }
}
