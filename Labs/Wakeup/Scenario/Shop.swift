/// The bug: the task does not look whether the shop is open already. It waits for an opening that is over.
actor ForgetfulShop: Shop {
    private var isOpen = false
    private(set) var waiting: [CheckedContinuation<Void, Never>] = []

    func waitUntilOpen() async {
        await withCheckedContinuation { waiting.append($0) }
    }

    func open() {
        isOpen = true
        for customer in waiting { customer.resume() }
        waiting = []
    }
}

/// The fix: it looks first. The task is not suspended between the look and the entry in the list, so no other call runs on the actor there.
actor RememberingShop: Shop {
    private var isOpen = false
    private(set) var waiting: [CheckedContinuation<Void, Never>] = []

    func waitUntilOpen() async {
        if isOpen { return }
        await withCheckedContinuation { waiting.append($0) }
    }

    func open() {
        isOpen = true
        for customer in waiting { customer.resume() }
        waiting = []
    }
}

/// A stream that yields nothing: its end is the opening.
func waitForOpening(_ opening: AsyncStream<Never>) async {
    for await _ in opening {}
}

protocol Shop: Actor {
    var waiting: [CheckedContinuation<Void, Never>] { get }
    func waitUntilOpen() async
    func open()
}
