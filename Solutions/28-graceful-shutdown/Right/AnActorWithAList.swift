// An actor with a list. A task saves until the list is empty, and then ends. The next entry makes a new one.
typealias Save = @Sendable (_ entry: Int) async -> Void

actor Journal {
    private let save: Save
    private var entries: [Int] = []
    private var worker: Task<Void, Never>?
    private var isStarted = false
    private var isStopped = false

    init(save: @escaping Save) { self.save = save }

    func start() {
        isStarted = true
        work()
    }

    func add(_ entry: Int) -> Bool {
        if isStopped { return false }
        entries.append(entry)
        if isStarted { work() }
        return true
    }

    func stop() async {
        isStopped = true
        work()
        await worker?.value
    }

    private func work() {
        guard worker == nil, !entries.isEmpty else { return }
        worker = Task {
            while !entries.isEmpty { await save(entries.removeFirst()) }
            worker = nil
        }
    }
}
