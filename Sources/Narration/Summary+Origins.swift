import Trace

extension Summary {
    /// Where the groups, semaphores, locks, conditions and once blocks that threads waited for or held come from: all that a program
    /// gives them for a name is the line that makes them. Those of one line are told together.
    static func origins(_ trace: Trace, _ names: Names) -> [String] {
        var isMet = Set(trace.waits.lazy.compactMap(\.object))
        isMet.formUnion(trace.holdings.lazy.map(\.object))
        var origins: [Origin] = []
        var known: [Origin.Key: Int] = [:]
        for index in trace.objects.indices where isMet.contains(index) {
            guard let key = Origin.Key(trace.objects[index], trace, names) else { continue }
            if let origin = known[key] {
                origins[origin].objects.append(index)
            } else {
                known[key] = origins.count
                origins.append(Origin(key: key, objects: [index]))
            }
        }
        let order = origins.indices.sorted { (origins[$0].key.rank, $0) < (origins[$1].key.rank, $1) }
        var lines = order.prefix(6).map { origins[$0].words(trace, names) }
        if order.count > 6 { lines.append("\(Wording.count(order.count - 6, "more place")) where such things come from.") }
        return lines
    }

    private struct Origin {
        struct Key: Hashable {
            var kind: Trace.SyncObject.Kind
            /// "made in", "first taken in".
            var verb: String
            /// "WaitingGroup.download(_:_:), WaitingGroup.swift:21".
            var place: String

            /// nil: nobody can say where it comes from.
            init?(_ object: Trace.SyncObject, _ trace: Trace, _ names: Names) {
                switch object.kind {
                case .group, .semaphore, .lock, .condition, .once: break
                case .source, .thread, .other: return nil  // Their names say what they are.
                }
                kind = object.kind
                let index = object.made ?? object.firstUsed
                guard let index, trace.places.indices.contains(index) else { return nil }
                // Of a static property what is told is the property itself, not who asked for it first.
                let location = kind == .once ? trace.places[index].closure ?? trace.places[index].call : trace.places[index].call
                guard let location, !location.function.isEmpty else { return nil }
                verb = object.made != nil ? "made in" : kind == .once ? "makes" : kind == .lock ? "first taken in" : "first used in"
                place = Wording.harmless(location.function) + (Names.place(location).map { ", \($0)" } ?? "")
            }

            var rank: Int { kind.rawValue }
        }

        var key: Key
        var objects: [Int]

        func words(_ trace: Trace, _ names: Names) -> String {
            guard objects.count > 1 else { return "\(names.object(objects[0])): \(key.verb) \(key.place)." }
            let numbers = objects.map { names.object($0) }.map { $0.split(separator: " ").last.flatMap { Int($0) } ?? 0 }
            return "\(key.kind == .once ? "once blocks" : key.kind.words + "s") \(Origin.list(numbers)): \(key.verb) \(key.place)."
        }

        /// "1 to 5", "1, 3 and 7".
        private static func list(_ numbers: [Int]) -> String {
            let numbers = numbers.sorted()
            if numbers.count > 2, let first = numbers.first, let last = numbers.last, last - first == numbers.count - 1 {
                return "\(first) to \(last)"
            }
            return Wording.list(numbers.map(String.init))
        }
    }
}
