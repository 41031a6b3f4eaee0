/// Gives groups, semaphores, locks, conditions and once blocks the name of the variable that holds
/// them, where the source shows it.
///
/// An object that was created while it was recorded is called as the line that made it says. Any other is called as the lines that used it say, if they agree:
/// two lines with two names may each have a parameter's name. Where nothing is certain the number stays ("lock 2").
struct ObjectNames {
    private let places: [Trace.Place]
    /// The names found in lines, kept because a program can make a million objects on one line.
    private var known: [Question: String?] = [:]

    private struct Question: Hashable {
        var place: Int
        /// The type that is made there; nil: an object is used there, by its kind.
        var type: String?
        var kind: Int
    }

    init(places: [Trace.Place]) { self.places = places }

    private mutating func answer(_ question: Question, _ find: (String) -> String?) -> String? {
        if let answer = known[question] { return answer }
        let answer = line(question.place).flatMap(find)
        known[question] = .some(answer)
        return answer
    }

    private mutating func declared(at place: Int, _ type: String) -> String? {
        answer(Question(place: place, type: type, kind: -1)) { VariableName.declared(in: $0, making: type) }
    }

    /// - Parameter uses: for each object the places of the calls that used it.
    mutating func label(_ objects: inout [Trace.SyncObject], uses: [[Int32]]) {
        number(&objects)
        var named: [String: [Trace.SyncObject.Kind: [Int]]] = [:]
        for index in objects.indices {
            guard let name = name(of: objects[index], uses: index < uses.count ? uses[index] : []) else { continue }
            named[name, default: [:]][objects[index].kind, default: []].append(index)
        }
        nameOwners(&named, uses)
        for (name, kinds) in named {
            for (kind, indices) in kinds {
                // A condition of Foundation is a lock as well: one variable, two things. And what makes the variable's first value, once, gives
                // way to that value.
                let others = kinds.keys.filter { $0 != kind && (kind == .once || $0 != .once) }
                let name = others.isEmpty ? name : "\(name) (\(kind.words))"
                for (position, index) in indices.enumerated() {
                    objects[index].label = indices.count > 1 ? "\(name) \(position + 1)" : name
                }
            }
        }
        var labels = UniqueNames()
        for index in objects.indices { objects[index].label = labels.unique(objects[index].label) }
    }

    /// Locks that have the same name, such as `lock`, get the name of the type that they belong to: `Account.lock`.
    private func nameOwners(_ named: inout [String: [Trace.SyncObject.Kind: [Int]]], _ uses: [[Int32]]) {
        for (name, kinds) in named {
            guard let locks = kinds[.lock], locks.count > 1 else { continue }
            for index in locks {
                guard index < uses.count, let owner = owner(of: name, uses: uses[index]) else { continue }
                named[name]?[.lock]?.removeAll { $0 == index }
                named["\(owner).\(name)", default: [:]][.lock, default: []].append(index)
            }
            if named[name]?[.lock]?.isEmpty == true { named[name]?[.lock] = nil }
        }
    }

    /// The type whose methods use a lock as a property of their own (`lock.lock()`, `self.lock.lock()`); nil if there is none, or if
    /// there are two.
    private func owner(of name: String, uses: [Int32]) -> String? {
        var owners: Set<Substring> = []
        for place in uses {
            guard let line = line(Int(place)), VariableName.isOwn(name, in: line), let function = places[Int(place)].call?.function,
                let type = function.split(separator: "(").first?.split(separator: " ").last?.split(separator: ".").dropLast().last
            else { continue }
            owners.insert(type)
        }
        return owners.count == 1 ? owners.first.map(String.init) : nil
    }

    /// Numbers those of each kind, the staging's last: the others have the same numbers with and without it.
    private func number(_ objects: inout [Trace.SyncObject]) {
        guard places.contains(where: { $0.call?.isStaging ?? false }) else { return }
        var ordinals: [Trace.SyncObject.Kind: Int] = [:]
        for wantsStaging in [false, true] {
            for index in objects.indices where objects[index].kind.isNumbered && isStaging(objects[index]) == wantsStaging {
                ordinals[objects[index].kind, default: 0] += 1
                objects[index].label = "\(objects[index].kind.words) \(ordinals[objects[index].kind] ?? 1)"
            }
        }
    }

    private func isStaging(_ object: Trace.SyncObject) -> Bool {
        guard let place = object.made ?? object.firstUsed, places.indices.contains(place) else { return false }
        return places[place].call?.isStaging ?? false
    }

    /// The variable that holds a queue without a label; nil: not known.
    mutating func name(ofQueue kind: Trace.Queue.Kind, made: Int?, uses: [Int32]) -> String? {
        if let made, let name = declared(at: made, kind == .operation ? "OperationQueue" : "DispatchQueue") { return name }
        let methods = ["async", "sync", "asyncAfter", "asyncAndWait", "addOperation", "addOperations", "addBarrierBlock"]
        return agreed(uses, -2) { VariableName.used(in: $0, methods: methods) }
    }

    private mutating func name(of object: Trace.SyncObject, uses: [Int32]) -> String? {
        guard object.kind.isNumbered else { return nil }
        if object.kind == .once { return initialised(object) }
        if let type = type(of: object.kind), let made = object.made, let name = declared(at: made, type) { return name }
        return agreed(uses, object.kind.rawValue) { Self.used(in: $0, by: object.kind) }
    }

    /// The name found in the lines of some calls; nil where two lines give different names.
    private mutating func agreed(_ uses: [Int32], _ kind: Int, _ name: (String) -> String?) -> String? {
        var found: [String] = []
        for place in uses {
            if let name = answer(Question(place: Int(place), kind: kind), name) { found.append(name) }
        }
        guard let name = found.first, found.allSatisfy({ $0 == name }) else { return nil }
        return name
    }

    /// The global or static property that a once block makes.
    private func initialised(_ object: Trace.SyncObject) -> String? {
        guard let place = object.firstUsed ?? object.made, places.indices.contains(place), let closure = places[place].closure else {
            return nil
        }
        let name = closure.function.split(separator: ".").last ?? ""
        let isVariable = name.first.map { $0.isLetter || $0 == "_" } ?? false
        return isVariable && name.allSatisfy { $0.isLetter || $0.isNumber || $0 == "_" } ? String(name) : nil
    }

    private func line(_ place: Int) -> String? {
        guard places.indices.contains(place), let text = places[place].call?.text, !text.isEmpty else { return nil }
        return text
    }

    private func type(of kind: Trace.SyncObject.Kind) -> String? {
        switch kind {
        case .group: "DispatchGroup"
        case .semaphore: "DispatchSemaphore"
        default: nil
        }
    }

    private static func used(in line: String, by kind: Trace.SyncObject.Kind) -> String? {
        switch kind {
        case .group: VariableName.used(in: line, methods: ["enter", "leave", "wait", "notify"])
        case .semaphore: VariableName.used(in: line, methods: ["wait", "signal"])
        case .lock:
            VariableName.used(
                in: line, methods: ["lock", "unlock", "try", "tryLock", "withLock", "wait", "signal", "broadcast"],
                functions: ["pthread_mutex_", "pthread_rwlock_", "pthread_spin_"])
        case .condition:
            VariableName.used(in: line, methods: ["wait", "signal", "broadcast"], functions: ["pthread_cond_"])
        default: nil
        }
    }
}

extension Trace.SyncObject {
    /// The label for a sentence: a variable's name is between backticks, so that it is not read as
    /// a word ("waits for `everybody`").
    public var labelInSentence: String {
        guard kind.isNumbered, let first = label.first, first.isLetter || first == "_" else { return label }
        let isNumber = label.hasPrefix("\(kind.words) ") && label.dropFirst(kind.words.count + 1).allSatisfy(\.isNumber)
        let name = label.prefix { $0.isLetter || $0.isNumber || $0 == "_" || $0 == "." }
        // Several words, or a word with other signs, are not a variable's name.
        let rest = label[name.endIndex...]
        guard !isNumber, rest.isEmpty || rest.wholeMatch(of: #/( \([a-z ]+\))?( [0-9]+)?/#) != nil else { return label }
        return "`\(name)`\(rest)"
    }
}

extension Trace.SyncObject.Kind {
    /// Objects of this kind are called by a number where no name is known.
    fileprivate var isNumbered: Bool {
        switch self {
        case .group, .semaphore, .lock, .condition, .once: true
        case .source, .thread, .other, .descriptor: false
        }
    }
}
