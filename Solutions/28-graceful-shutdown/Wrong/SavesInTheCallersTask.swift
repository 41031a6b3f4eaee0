// Refused by: several stops, and a cancelled one
// Or refused by: nothing accepted is lost
// Verdict: tooLate or race
// Says: save
// Because: `stop()` saves the rest itself, in the task of its caller. If that is cancelled, saving gives up.
typealias Save = @Sendable (_ entry: Int) async -> Void

actor Journal {
    private let save: Save
    private var entries: [Int] = []
    private var last: Task<Void, Never>?
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
        await last?.value
        while !entries.isEmpty { await save(entries.removeFirst()) }
    }

    private func work() {
        if isStopped { return }
        guard last == nil, !entries.isEmpty else { return }
        last = Task {
            while !entries.isEmpty { await save(entries.removeFirst()) }
            last = nil
        }
    }
}
