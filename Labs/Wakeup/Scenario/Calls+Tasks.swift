import Dispatch

/// The shop opens, and then a task comes.
private func open(_ shop: some Shop) async -> EndReport {
    await shop.open()
    await Task(name: "customer") { await shop.waitUntilOpen() }.value
    return EndReport(ended: 1)
}

public func openForgetfulShop() async { _ = await open(ForgetfulShop()) }
public func openRememberingShop() async -> EndReport { await open(RememberingShop()) }

/// Blocks the thread meanwhile.
public func openForgetfulShopAndWait() {
    let isOver = DispatchSemaphore(value: 0)
    Task {
        await openForgetfulShop()
        isOver.signal()
    }
    isOver.wait()
}

public func finishStream() async -> EndReport {
    let (opening, shop) = AsyncStream.makeStream(of: Never.self)
    shop.finish()
    await Task(name: "customer") { await waitForOpening(opening) }.value
    return EndReport(ended: 1)
}
