// Refused by: entries are saved one at a time, in their order
// Verdict: spins
// Says: cost nothing
// Because: without an entry, the worker asks again and again.
typealias Save = @Sendable (_ entry: Int) async -> Void

actor Journal {
    private let save: Save
    private var entries: [Int] = []
    private var worker: Task<Void, Never>?
    private var isStopped = false

    init(save: @escaping Save) { self.save = save }

    func start() {
        guard worker == nil else { return }
        worker = Task {
            while !isStopped || !entries.isEmpty {
                if entries.isEmpty { await Task.yield() } else { await save(entries.removeFirst()) }
            }
        }
    }

    func add(_ entry: Int) -> Bool {
        if !isStopped { entries.append(entry) }
        return !isStopped
    }

    func stop() async {
        isStopped = true
        start()
        await worker?.value
    }
}
