import Dispatch

// The variants with few steps, so that every interleaving can be run. The task is cancelled at any moment.

func neverLooks() async -> String { await lateFiles { await copyAll(2, to: $0) } }
func looks() async -> String { await lateFiles { try await copyUntilCancelled(2, to: $0) } }
func swallowed() async -> String { await lateQuestions { await waitStubbornly(for: $0, atMost: 2) } }
func sleep() async -> String { await lateQuestions { try await waitPatiently(for: $0, atMost: 2) } }
func resumeUnderLock() async -> String { await mail(ResumingUnderLock(nil)) }
func resumeOutside() async -> String { await mail(ResumingOutside(nil)) }
func cleanUp() async -> String { await document { await editAndClose($0) } }
func shielded() async -> String { await document { await editAndCloseSafely($0) } }
func timeoutWaits() async -> String { await shelves(await searchWithTimeout(3)) }
func timeout() async -> String { await shelves(await searchLookingWithTimeout(3)) }
func loopEnds() async -> String { await sum { try await total(of: $0) } }
func loopLooks() async -> String { await sum { try await checkedTotal(of: $0) } }

func handler() async -> String {
    let plotter = Plotter(Halfway()), task = Task { await draw(1, on: plotter) }
    task.cancel()
    await task.value
    return plotter.isStopped ? "the handler ran" : "the task had ended"
}

func allowed(_ outcome: String) -> Bool {
    [
        "0 after the cancellation", "1 after the cancellation", "hello", "cancelled", "unlocked", "0 shelves", "1 shelf", "2 shelves",
        "100 euros", "the handler ran", "the task had ended",
    ].contains(outcome)
}

private func lateFiles(_ copy: @escaping @Sendable (Disk) async throws -> Int) async -> String {
    let disk = Disk(Halfway()), task = Task { try await copy(disk) }
    task.cancel()
    disk.isCancelled()
    _ = await task.result
    return "\(disk.late) after the cancellation"
}

private func lateQuestions(_ wait: @escaping @Sendable (Printer) async throws -> Int) async -> String {
    let printer = Printer(), task = Task { try await wait(printer) }
    task.cancel()
    printer.isCancelled()
    _ = await task.result
    return "\(printer.late) after the cancellation"
}

private func mail(_ mailbox: some Mailbox) async -> String {
    let task = Task { await mailbox.message() }
    DispatchQueue.global().async { mailbox.deliver("hello") }
    task.cancel()
    return await task.value ?? "cancelled"
}

private func document(_ edit: @escaping @Sendable (Document) async -> Void) async -> String {
    let document = Document(), task = Task { await edit(document) }
    task.cancel()
    await task.value
    return document.isLocked ? "locked" : "unlocked"
}

private func shelves(_ report: EndReport) -> String { report.done == 1 ? "1 shelf" : "\(report.done) shelves" }

private func sum(_ add: @escaping @Sendable (AsyncStream<Int>) async throws -> Int) async -> String {
    let (orders, orderBook) = AsyncStream.makeStream(of: Int.self)
    let task = Task { try await add(orders) }
    orderBook.yield(40)
    task.cancel()
    orderBook.yield(60)
    orderBook.finish()
    do { return "\(try await task.value) euros" } catch { return "cancelled" }
}
