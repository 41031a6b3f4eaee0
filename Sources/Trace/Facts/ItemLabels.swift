/// Names for the items and tasks of a trace: "add(_:) #3" for the third item of the closure in
/// `PhotoLibrary.add(_:)`.
///
/// Two closures of one function are distinguished by their line: "main:12 #1", "main:20 #1".
struct ItemLabels {
    private let places: [Trace.Place]
    /// The name of the closure of each place, an index into `names`; -1 where it has none.
    private var nameOfPlace: [Int32]
    private var names: [String] = []
    private var counts: [Int] = []
    private var nameOfKind: [Trace.Item.How: Int] = [:]

    /// - Parameter used: places whose closures become labels; only these compete for a name.
    init(places: [Trace.Place], used: [Bool]) {
        self.places = places
        nameOfPlace = [Int32](repeating: -1, count: places.count)
        // Closures (or calls, where the closure is not known) by their base name, in the order of their first use.
        var codes: [Code] = []
        var location: [Code: Trace.Place.Location] = [:]
        for (index, place) in places.enumerated() where used[index] {
            guard let code = Code(place) else { continue }
            if location.updateValue(code.location(place), forKey: code) == nil { codes.append(code) }
        }
        let names = Self.distinct(codes.map { location[$0] })
        var nameOfCode: [Code: Int32] = [:]
        var unique = UniqueNames()
        for (code, name) in zip(codes, names) {
            self.names.append(unique.unique(name))
            nameOfCode[code] = Int32(self.names.count - 1)
        }
        counts = [Int](repeating: 0, count: self.names.count)
        for (index, place) in places.enumerated() where used[index] {
            nameOfPlace[index] = Code(place).flatMap { nameOfCode[$0] } ?? -1
        }
    }

    /// The code that a label is for.
    private enum Code: Hashable {
        case closure(UInt64)
        case call(UInt64)

        /// The closure of a place, or else the call when its name is known.
        init?(_ place: Trace.Place) {
            if place.closureAddress != 0 {
                self = .closure(place.closureAddress)
            } else if place.call != nil {
                self = .call(place.callAddress)
            } else {
                return nil
            }
        }

        func location(_ place: Trace.Place) -> Trace.Place.Location {
            switch self {
            case .closure: place.closure ?? Trace.Place.Location(function: "")
            case .call: place.call ?? Trace.Place.Location(function: "")
            }
        }
    }

    /// A name for each location: its function, with the line where several share that, with a letter where several share the line too.
    static func distinct(_ locations: [Trace.Place.Location?]) -> [String] {
        var unknown = 0
        var names = locations.map { location in
            let base = SymbolName.base(of: location?.function ?? "")
            if !base.isEmpty { return base }
            unknown += 1
            return "closure \(unknown)"
        }
        let byFunction = Dictionary(names.map { ($0, 1) }, uniquingKeysWith: +)
        for (index, location) in locations.enumerated() where byFunction[names[index]] ?? 0 > 1 {
            if let line = location?.line, line > 0 { names[index] += ":\(line)" }
        }
        let byLine = Dictionary(names.map { ($0, 1) }, uniquingKeysWith: +)
        var letters: [String: Int] = [:]
        for index in names.indices where byLine[names[index]] ?? 0 > 1 && byFunction[names[index]] == nil {
            let name = names[index]
            let ordinal = letters[name] ?? 0
            letters[name] = ordinal + 1
            if ordinal < 26 { names[index] += String(UnicodeScalar(UInt8(ascii: "a") + UInt8(ordinal))) }
        }
        return names
    }

    /// The next label for the closure of a place; for items without one, by the call that made
    /// them.
    mutating func next(place: Int?, how: Trace.Item.How) -> (name: String, ordinal: Int) {
        if let place, nameOfPlace[place] >= 0 { return number(Int(nameOfPlace[place])) }
        if let known = nameOfKind[how] { return number(known) }
        names.append(how.words)
        counts.append(0)
        nameOfKind[how] = names.count - 1
        return number(names.count - 1)
    }

    private mutating func number(_ name: Int) -> (name: String, ordinal: Int) {
        counts[name] += 1
        return (names[name], counts[name])
    }

    /// "name #12", made without the general machinery of interpolation: a trace may have half a million labels.
    static func join(_ name: String, _ ordinal: Int) -> String {
        String(unsafeUninitializedCapacity: name.utf8.count + 22) { buffer in
            var count = 0
            for byte in name.utf8 {
                buffer[count] = byte
                count += 1
            }
            buffer[count] = UInt8(ascii: " ")
            buffer[count + 1] = UInt8(ascii: "#")
            count += 2
            var digits = 1, limit = 10
            while ordinal >= limit, digits < 18 {
                digits += 1
                limit *= 10
            }
            var rest = ordinal
            for position in stride(from: digits - 1, through: 0, by: -1) {
                buffer[count + position] = UInt8(ascii: "0") + UInt8(rest % 10)
                rest /= 10
            }
            return count + digits
        }
    }
}

extension Trace.Item.How {
    /// The name of such an item when its code has no name.
    public var words: String {
        switch self {
        case .async, .sync, .asyncAndWait: "block"
        case .groupNotify: "group notify"
        case .after: "delayed block"
        case .applyIteration: "iteration"
        case .sourceHandler: "source handler"
        case .operation: "operation"
        case .taskJob: "task"
        case .workItemNotify: "work item notify"
        case .sourceCancelHandler: "cancel handler"
        case .performed: "performed block"
        case .actorJob: "actor job"
        case .dispatchIO: "input/output"
        case .thread: "thread"
        case .completion: "completion block"
        }
    }
}
