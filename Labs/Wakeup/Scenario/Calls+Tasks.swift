import Synchronization

private final class Customers: Sendable {
    private let ended = Atomic(0)

    var report: EndReport { EndReport(wentOn: ended.load(ordering: .sequentiallyConsistent)) }

    func end() { ended.add(1, ordering: .sequentiallyConsistent) }
}

/// The shop opens, and then a task comes. Looks when the task has ended, or has waited for some time.
@MainActor private func open(_ shop: some Shop) async -> EndReport {
    await shop.open()
    let customers = Customers()
    Task(name: "customer") {
        await shop.waitUntilOpen()
        customers.end()
    }
    while customers.report.wentOn == 0, await shop.waiting.isEmpty { try? await Task.sleep(for: .milliseconds(1)) }
    try? await Task.sleep(for: .milliseconds(10))
    return customers.report
}

@MainActor public func openForgetfulShop() async -> EndReport { await open(ForgetfulShop()) }
@MainActor public func openRememberingShop() async -> EndReport { await open(RememberingShop()) }

/// The shop opens, and then a task comes, which reads the stream.
@MainActor public func finishStream() async -> EndReport {
    let (opening, shop) = AsyncStream.makeStream(of: Never.self), customers = Customers()
    shop.finish()
    await Task(name: "customer") {
        await waitForOpening(opening)
        customers.end()
    }.value
    return customers.report
}
