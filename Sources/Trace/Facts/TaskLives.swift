/// The Swift tasks of a trace.
struct TaskLives {
    private(set) var tasks: [Trace.TaskFacts] = []
    /// For tasks whose closure's entry may be a thunk: the function that this holds.
    private var within: [Int: UInt64] = [:]
    private var current = IntegerTable()
    /// The waits that the tasks were about to begin, in the order of time. For each the function of a library that waits, 0 none.
    private var awaits: [(pending: Trace.Await, within: UInt64)] = []

    /// The task that now has an id; one that was never seen gets an entry.
    mutating func seen(_ id: UInt64) -> Int {
        let known = current[id]
        return known != 0 ? Int(known - 1) : append(Trace.TaskFacts(id: id, name: ""))
    }

    func known(_ id: UInt64) -> Int? {
        let known = current[id]
        return known == 0 ? nil : Int(known - 1)
    }

    /// A task was made: a new life of its id, unless it was only seen and not made before.
    mutating func created(_ id: UInt64, parent: UInt64?, place: Int?, within: UInt64 = 0, at time: Int64) -> Int {
        let task = made(id, parent: parent, place: place, at: time)
        if within != 0 { self.within[task] = within }
        return task
    }

    private mutating func made(_ id: UInt64, parent: UInt64?, place: Int?, at time: Int64) -> Int {
        if let known = known(id), tasks[known].created == nil, tasks[known].ended == nil {
            tasks[known].created = time
            tasks[known].parent = parent
            tasks[known].place = place
            return known
        }
        return append(Trace.TaskFacts(id: id, name: "", parent: parent, created: time, place: place))
    }

    /// A task whose creation is lost goes on.
    mutating func recalled(_ id: UInt64, parent: UInt64?, place: Int?, within: UInt64) -> Int {
        let task = seen(id)
        guard tasks[task].created == nil, tasks[task].place == nil else { return task }
        (tasks[task].parent, tasks[task].place) = (parent, place)
        if within != 0 { self.within[task] = within }
        return task
    }

    /// A task is about to wait.
    mutating func awaits(_ id: UInt64, _ what: Int, other: UInt64, place: Int?, within: UInt64, at time: Int64) -> Int {
        let task = seen(id)
        guard let target = Trace.Await.Target(recorded: what) else { return task }
        let awaited = other == 0 ? nil : seen(other)
        awaits.append((Trace.Await(task: task, time: time, target: target, awaited: awaited, place: place), within))
        return task
    }

    /// The waits, with the meaning that the name of the library's function gives to them.
    func finishAwaits(_ closures: [UInt64: Trace.Place.Location]) -> [Trace.Await] {
        awaits.map { pending, within in
            var pending = pending
            if pending.target == .continuation, let name = closures[within]?.function {
                pending.target = Trace.Await.Target(continuationIn: name)
            }
            return pending
        }
    }

    mutating func named(_ id: UInt64, _ name: String) { tasks[seen(id)].name = name }

    mutating func ended(_ id: UInt64, at time: Int64) -> Int {
        let index = seen(id)
        tasks[index].ended = time
        return index
    }

    /// Where the compiler has put a thunk around a task's closure, the task's place is that of the closure itself.
    mutating func lookIntoThunks(_ places: inout [Trace.Place], _ closures: [UInt64: Trace.Place.Location]) {
        var known: [Trace.Place: Int] = [:]
        for (task, address) in within.sorted(by: { $0.key < $1.key }) {
            guard let outer = tasks[task].place, places[outer].closure?.function == SymbolName.thunk, let closure = closures[address] else {
                continue
            }
            var place = places[outer]
            place.closureAddress = address
            place.closure = closure
            tasks[task].place = known[place] ?? places.count
            if known.updateValue(known[place] ?? places.count, forKey: place) == nil { places.append(place) }
        }
    }

    private mutating func append(_ task: Trace.TaskFacts) -> Int {
        tasks.append(task)
        current[task.id] = UInt64(tasks.count)
        return tasks.count - 1
    }
}
