import Dispatch

// The main actor starts a task, and cancels it in the middle of its work.

/// How a cancelled task ended, in words, and how much it had done.
public struct EndReport: Codable, Sendable {
    public var done: Int
    public var ending: String
}

private func words(_ result: Result<Int, any Error>) -> String {
    switch result {
    case .success(let number): "it returned \(number)"
    case .failure(let error): "it threw a \(type(of: error))"
    }
}

@MainActor private func backup(_ copy: @escaping @Sendable (Disk) async throws -> Int) async -> EndReport {
    let halfway = Halfway(), disk = Disk(halfway)
    let task = Task(name: "backup") { try await copy(disk) }
    await halfway.isReached()
    task.cancel()
    halfway.letGo()
    let result = await task.result
    return EndReport(done: disk.copied, ending: words(result))
}

@MainActor public func backUpWithoutLooking(_ files: Int) async -> EndReport { await backup { await copyAll(files, to: $0) } }

@MainActor public func backUpUntilCancelled(_ files: Int) async -> EndReport {
    await backup { try await copyUntilCancelled(files, to: $0) }
}

@MainActor public func backUpAsFarAsPossible(_ files: Int) async -> EndReport { await backup { await copyAsFarAsPossible(files, to: $0) } }

@MainActor private func poll(_ wait: @escaping @Sendable (Printer) async throws -> Int) async -> EndReport {
    let printer = Printer()
    let task = Task(name: "poll") { try await wait(printer) }
    await printer.isAsked()
    task.cancel()
    let result = await task.result
    return EndReport(done: printer.questions, ending: words(result))
}

/// The task is cancelled before it asks: it cancels itself.
public func pollCancelled(_ limit: Int) async -> EndReport {
    let printer = Printer()
    let task = Task(name: "poll") {
        withUnsafeCurrentTask { $0?.cancel() }
        return try await waitPatiently(for: printer, atMost: limit)
    }
    let result = await task.result
    return EndReport(done: printer.questions, ending: words(result))
}

@MainActor public func pollStubbornly(_ limit: Int) async -> EndReport { await poll { await waitStubbornly(for: $0, atMost: limit) } }

@MainActor public func pollPatiently(_ limit: Int) async -> EndReport { await poll { try await waitPatiently(for: $0, atMost: limit) } }

public struct DrawingReport: Codable, Sendable {
    public var pages: Int
    /// Whether the handler ran on the thread that cancelled the task.
    public var isOnThisThread: Bool
    /// Whether the handler had run when `cancel()` returned.
    public var hasRun: Bool
}

@MainActor public func cancelDrawing(_ pages: Int) async -> DrawingReport {
    let halfway = Halfway(), plotter = Plotter(halfway)
    let task = Task(name: "drawing") { await draw(pages, on: plotter) }
    await halfway.isReached()
    task.cancel()
    let isOnThisThread = plotter.wasStoppedOnThisThread, hasRun = plotter.isStopped
    halfway.letGo()
    await task.value
    return DrawingReport(pages: plotter.pages, isOnThisThread: isOnThisThread, hasRun: hasRun)
}

/// The task is cancelled before it begins: it cancels itself.
@MainActor public func drawCancelled(_ pages: Int) async -> DrawingReport {
    let plotter = Plotter(Halfway())
    let task = Task(name: "drawing") { () -> Bool in
        withUnsafeCurrentTask { $0?.cancel() }
        await draw(pages, on: plotter)
        return plotter.isStopped
    }
    let hasRun = await task.value
    return DrawingReport(pages: plotter.pages, isOnThisThread: plotter.wasStoppedOnThisThread, hasRun: hasRun)
}

public struct MailReport: Codable, Sendable {
    public var message: String?
}

/// A message comes while this thread cancels the task that waits for it.
private func cancelDuringDelivery(_ type: (some Mailbox).Type) -> Task<String?, Never> {
    let staging = MailboxStaging(), mailbox = type.init(staging)
    let task = Task.detached(name: "reader") { await mailbox.message() }
    staging.wait { mailbox.isAwaited }
    DispatchQueue.global().async { mailbox.deliver("hello") }
    staging.waitForDelivery()
    task.cancel()
    return task
}

public func cancelAndWaitForEver() { _ = cancelDuringDelivery(ResumingUnderLock.self) }

@MainActor public func cancelAndGetMessage() async -> MailReport {
    MailReport(message: await cancelDuringDelivery(ResumingOutside.self).value)
}

/// A message, and no cancellation.
@MainActor public func deliverOnly() async -> MailReport {
    let mailbox = ResumingUnderLock(nil), task = Task(name: "reader") { await mailbox.message() }
    mailbox.deliver("hello")
    return MailReport(message: await task.value)
}

public struct CleanUpReport: Codable, Sendable {
    public var isLocked: Bool
}

@MainActor public func cancelEditing(_ edit: @escaping @Sendable (Document) async -> Void) async -> CleanUpReport {
    let document = Document()
    let task = Task(name: "editor") { await edit(document) }
    await document.isRequested()
    task.cancel()
    await task.value
    return CleanUpReport(isLocked: document.isLocked)
}

@MainActor public func cancelEditing() async -> CleanUpReport { await cancelEditing { await editAndClose($0) } }

@MainActor public func cancelEditingWithChild() async -> CleanUpReport { await cancelEditing { await editAndCloseInChild($0) } }

@MainActor public func cancelSafeEditing() async -> CleanUpReport { await cancelEditing { await editAndCloseSafely($0) } }

private func search(_ work: @escaping @Sendable (Archive) async throws -> Int) async -> EndReport {
    let archive = Archive(), ending: String
    do {
        ending = words(.success(try await withTimeout(.milliseconds(5)) { try await work(archive) }))
    } catch {
        ending = words(.failure(error))
    }
    return EndReport(done: archive.searched, ending: ending)
}

public func searchWithTimeout(_ shelves: Int) async -> EndReport { await search { await searchWithoutLooking(shelves, in: $0) } }

public func searchLookingWithTimeout(_ shelves: Int) async -> EndReport { await search { try await searchUntilCancelled(shelves, in: $0) } }

/// The work ends before the limit.
public func searchOneShelf() async -> EndReport {
    let archive = Archive(), ending: String
    do {
        ending = words(.success(try await withTimeout(.seconds(30)) { await searchWithoutLooking(1, in: archive) }))
    } catch {
        ending = words(.failure(error))
    }
    return EndReport(done: archive.searched, ending: ending)
}

public struct SumReport: Codable, Sendable {
    public var end: EndReport
    /// Whether the stream took the second order.
    public var wasTaken: Bool
}

/// An order comes, and the task is cancelled. When the task has ended, another order comes.
@MainActor private func sum(_ add: @escaping @Sendable (AsyncStream<Int>) async throws -> Int) async -> SumReport {
    let (orders, orderBook) = AsyncStream.makeStream(of: Int.self)
    let task = Task(name: "total") { try await add(orders) }
    orderBook.yield(40)
    task.cancel()
    let result = await task.result, wasTaken = if case .enqueued = orderBook.yield(60) { true } else { false }
    return SumReport(end: EndReport(done: (try? result.get()) ?? 0, ending: words(result)), wasTaken: wasTaken)
}

@MainActor public func addOrders() async -> SumReport { await sum { try await total(of: $0) } }

@MainActor public func addOrdersAndLook() async -> SumReport { await sum { try await checkedTotal(of: $0) } }

/// The task cancels itself after the second number of five.
public func addNumbers() async -> EndReport {
    let task = Task(name: "total") { await totalOfCountdown(from: 5) }
    let sum = await task.value
    return EndReport(done: sum, ending: words(.success(sum)))
}
