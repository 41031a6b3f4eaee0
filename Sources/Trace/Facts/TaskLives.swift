/// The Swift tasks of a trace.
struct TaskLives {
    private(set) var tasks: [Trace.TaskFacts] = []
    private var current = IntegerTable()

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
    mutating func created(_ id: UInt64, parent: UInt64?, place: Int?, at time: Int64) -> Int {
        if let known = known(id), tasks[known].created == nil, tasks[known].ended == nil {
            tasks[known].created = time
            tasks[known].parent = parent
            tasks[known].place = place
            return known
        }
        return append(Trace.TaskFacts(id: id, name: "", parent: parent, created: time, place: place))
    }

    mutating func named(_ id: UInt64, _ name: String) { tasks[seen(id)].name = name }

    mutating func ended(_ id: UInt64, at time: Int64) -> Int {
        let index = seen(id)
        tasks[index].ended = time
        return index
    }

    private mutating func append(_ task: Trace.TaskFacts) -> Int {
        tasks.append(task)
        current[task.id] = UInt64(tasks.count)
        return tasks.count - 1
    }
}
