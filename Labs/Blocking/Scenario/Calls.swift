import Dispatch

/// Tasks that ended, and whether another task ran meanwhile.
public struct WorkReport: Codable, Sendable {
    public var done: Int
    public var clockRan: Bool
}

/// Makes tasks, and then a clock. Returns when all of them have ended. The tasks begin when the clock is queued behind them, too.
private func make(_ tasks: Int, _ clock: Clock, _ work: @escaping @Sendable (Int) async -> Void) {
    let start = Signal(), end = DispatchGroup()
    for number in 1...tasks {
        end.enter()
        Task(name: "task \(number)") {
            start.pass()
            await work(number)
            end.leave()
        }
    }
    end.enter()
    Task(name: "clock") {
        clock.run()
        end.leave()
    }
    start.send()
    end.wait()
}

/// How long work waits for the clock: where it cannot run, and where it can.
private let soon = 0.2, late = 20.0

private func printPages(_ tasks: Int, _ print: @escaping @Sendable (Int, Printer) async -> Void) -> WorkReport {
    let printer = Printer(hasPaper: true), clock = Clock(limit: late)
    make(tasks, clock) { page in await print(page, printer) }
    return WorkReport(done: printer.printed, clockRan: true)
}

public func printAndWait(_ tasks: Int) { _ = printPages(tasks) { printAndWait($0, on: $1) } }
public func printAndSuspend(_ tasks: Int) -> WorkReport { printPages(tasks) { await printAndSuspend($0, on: $1) } }

/// The main thread waits itself. It is not of the pool.
public func printFromMainThread() -> WorkReport {
    let printer = Printer(hasPaper: true)
    printAndWait(1, on: printer)
    return WorkReport(done: printer.printed, clockRan: true)
}

/// The first task is in the printer when the other ones are made. Then the paper comes.
private func printWhilePaperIsMissing(_ tasks: Int, _ print: @escaping @Sendable (Int, Printer) async -> Void) -> WorkReport {
    let printer = Printer(hasPaper: false), end = DispatchGroup()
    for page in 1...tasks {
        end.enter()
        Task(name: "page \(page)") {
            await print(page, printer)
            end.leave()
        }
        if page == 1 { printer.waitUntilAsked() }
    }
    printer.bringPaper()
    end.wait()
    return WorkReport(done: printer.printed, clockRan: true)
}

public func printWithLock(_ tasks: Int) {
    let lock = PrinterLock()
    _ = printWhilePaperIsMissing(tasks) { await printWithLock($0, on: $1, lock) }
}

public func printWithShortLock(_ tasks: Int) -> WorkReport {
    let book = Book()
    return printWhilePaperIsMissing(tasks) { await printNextPage(of: book, on: $1) }
}

public func printInShop(_ tasks: Int) -> WorkReport {
    let printer = Printer(hasPaper: false), shop = PrintShop(printer), end = DispatchGroup()
    for page in 1...tasks {
        end.enter()
        Task(name: "page \(page)") {
            await shop.printPage(page)
            end.leave()
        }
        if page == 1 { printer.waitUntilAsked() }
    }
    printer.bringPaper()
    end.wait()
    return WorkReport(done: printer.printed, clockRan: true)
}

private func spool(_ tasks: Int, limit: Double, _ print: @escaping @Sendable (Spooler, Int) async -> Void) -> WorkReport {
    let clock = Clock(limit: limit), tray = Tray(clock), spooler = Spooler(tray)
    make(tasks, clock) { await print(spooler, $0) }
    return WorkReport(done: tray.pages, clockRan: clock.ranInTime)
}

public func spoolInTasks(_ tasks: Int) -> WorkReport { spool(tasks, limit: soon) { $0.print($1) } }
public func spoolWithContinuation(_ tasks: Int) -> WorkReport { spool(tasks, limit: late) { await $0.printAndResume($1) } }
public func spoolOnExecutor(_ tasks: Int) -> WorkReport { spool(tasks, limit: late) { await $0.printOnExecutor($1) } }

private func drawAll(_ tasks: Int, limit: Double, _ draw: @escaping @Sendable (Int, Canvas) async -> Void) -> WorkReport {
    let rows = 3, clock = Clock(limit: limit), canvas = Canvas(rows, clock)
    make(tasks, clock) { _ in await draw(rows, canvas) }
    return WorkReport(done: canvas.drawings, clockRan: clock.ranInTime)
}

public func drawInTasks(_ tasks: Int) -> WorkReport { drawAll(tasks, limit: soon) { await draw($0, on: $1) } }
public func drawAndYield(_ tasks: Int) -> WorkReport { drawAll(tasks, limit: late) { await drawFairly($0, on: $1) } }

/// One task, and no other one.
private func alone(_ work: @escaping @Sendable () async -> Void) {
    let end = DispatchGroup()
    end.enter()
    Task(name: "task 1") {
        await work()
        end.leave()
    }
    end.wait()
}

public func spoolOnce() -> WorkReport {
    let clock = Clock(limit: 0), tray = Tray(clock), spooler = Spooler(tray)
    alone { spooler.print(1) }
    return WorkReport(done: tray.pages, clockRan: false)
}

public func drawAlone() -> WorkReport {
    let canvas = Canvas(3, Clock(limit: 0))
    alone { await drawFairly(3, on: canvas) }
    return WorkReport(done: canvas.drawings, clockRan: false)
}
