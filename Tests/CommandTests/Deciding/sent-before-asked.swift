// leak: 9, 6
// Says: came before
actor Mailbox {
    private var reader: CheckedContinuation<Int, Never>?
    func next() async -> Int {
        await withCheckedContinuation { reader = $0 }
    }
    func send(_ number: Int) {
        reader?.resume(returning: number)
        reader = nil
    }
}

func scenario() async -> Int {
    let box = Mailbox()
    let first = Task { await box.next() }
    Task { await box.send(3) }
    return await first.value
}
