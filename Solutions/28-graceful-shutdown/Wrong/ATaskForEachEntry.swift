// Refused by: entries are saved one at a time, in their order
// Verdict: race
// Says: tasks ended in the order in which they were made
// Because: each entry is saved by a task of its own, so they are saved at the same time.
typealias Save = @Sendable (_ entry: Int) async -> Void

actor Journal {
    private let save: Save
    private var early: [Int] = []
    private var tasks: [Task<Void, Never>] = []
    private var isStarted = false
    private var isStopped = false

    init(save: @escaping Save) { self.save = save }

    func start() {
        isStarted = true
        for entry in early { tasks.append(Task { await save(entry) }) }
        early = []
    }

    func add(_ entry: Int) -> Bool {
        if isStopped { return false }
        if isStarted { tasks.append(Task { await save(entry) }) } else { early.append(entry) }
        return true
    }

    func stop() async {
        isStopped = true
        start()
        for task in tasks { await task.value }
    }
}
