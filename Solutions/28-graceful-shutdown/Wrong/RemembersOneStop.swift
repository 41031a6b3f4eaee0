// Refused by: several stops, and a cancelled one
// Verdict: missing
// Because: there is room for the continuation of one call of `stop()`. The other one never returns.
typealias Save = @Sendable (_ entry: Int) async -> Void

actor Journal {
    private let save: Save
    private var entries: [Int] = []
    private var isBusy = false
    private var isStarted = false
    private var isStopped = false
    private var waiting: CheckedContinuation<Void, Never>?

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
        if isBusy { await withCheckedContinuation { waiting = $0 } }
    }

    private func work() {
        guard !isBusy, !entries.isEmpty else { return }
        isBusy = true
        Task {
            while !entries.isEmpty { await save(entries.removeFirst()) }
            isBusy = false
            waiting?.resume()
            waiting = nil
        }
    }
}
