import Words
import Trace

extension Summary {
    /// The lines that make the groups, semaphores, locks, conditions and once blocks that threads
    /// waited for or held. Such an object often has no other name than the line that makes it.
    /// Objects of one line share a sentence.
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
        if order.count > 6 { lines.append("\(Wording.count(order.count - 6, "more place")) that make or first use such objects.") }
        return lines
    }

    private struct Origin {
        struct Key: Hashable {
            var kind: Trace.SyncObject.Kind
            /// "made in", "first acquired in".
            var verb: String
            /// "WaitingGroup.download(_:_:), WaitingGroup.swift:21".
            var place: String

            /// nil: the trace does not show where it comes from.
            init?(_ object: Trace.SyncObject, _ trace: Trace, _ names: Names) {
                switch object.kind {
                case .group, .semaphore, .lock, .condition, .once: break
                case .source, .thread, .other, .descriptor: return nil  // Their names say what they are.
                }
                kind = object.kind
                let index = object.made ?? object.firstUsed
                guard let index, trace.places.indices.contains(index) else { return nil }
                // For a static property the place is the property itself, not its first caller.
                let location = kind == .once ? trace.places[index].closure ?? trace.places[index].call : trace.places[index].call
                guard let location, !location.function.isEmpty else { return nil }
                // The code of packages, and code that the build makes, is not the reader's.
                if location.file.contains("/.build/") { return nil }
                verb = object.made != nil ? "made in" : kind == .once ? "makes" : kind == .lock ? "first acquired in" : "first used in"
                place = SafeText.inLine(location.function) + (Names.place(location).map { ", \($0)" } ?? "")
            }

            var rank: Int { kind.rawValue }
        }

        var key: Key
        var objects: [Int]

        func words(_ trace: Trace, _ names: Names) -> String {
            let labels = objects.map { names.object($0) }
            let kind = key.kind.words
            guard objects.count > 1 else {
                // The place of a static property repeats its name.
                if key.kind == .once, key.place.hasPrefix(labels[0] + ", ") {
                    return "\(labels[0]): initialized once (\(key.place.dropFirst(labels[0].count + 2)))."
                }
                // A variable's name does not say which kind of object it holds.
                let what = labels[0].hasPrefix(key.kind.words) || key.kind == .once ? "" : "a \(kind), "
                return "\(labels[0]): \(what)\(key.verb) \(key.place)."
            }
            let bases = Set(labels.map(Origin.base))
            let numbers = labels.compactMap { $0.split(separator: " ").last.flatMap { Int($0) } }
            guard let base = bases.first, bases.count == 1, numbers.count == labels.count else {
                return "\(Wording.shortList(labels)): \(objects.count) \(kind)s, \(key.verb) \(key.place)."
            }
            let isNumbered = base == key.kind.words
            let what = isNumbered ? "" : "\(objects.count) \(kind)s, "
            return "\(isNumbered ? kind + "s" : base) \(Origin.list(numbers)): \(what)\(key.verb) \(key.place)."
        }

        /// "forks" of "forks 3".
        private static func base(_ label: String) -> String {
            guard let space = label.lastIndex(of: " "), Int(label[label.index(after: space)...]) != nil else { return label }
            return String(label[..<space])
        }

        /// "1 to 5", "1, 3 and 7".
        private static func list(_ numbers: [Int]) -> String {
            let numbers = numbers.sorted()
            if numbers.count > 2, let first = numbers.first, let last = numbers.last, last - first == numbers.count - 1 {
                return "\(first) to \(last)"
            }
            return Wording.shortList(numbers.map(String.init))
        }
    }
}
