import DeadlockScenario
import LabKit

typealias AlbumRun = Run<DeadlockParameters, AlbumReport>
typealias BankRun = Run<DeadlockParameters, BankReport>
typealias CallRun = Run<DeadlockParameters, CallReport>

/// A circular wait of this many threads, by name.
func circle(_ trace: Trace, of threads: Int) -> [Claim] {
    let standstill = Standstill(trace)
    let found = standstill.circle.count
    return [
        Claim("threads in the circular wait", found, "threads", .exactly(threads), showsMistake: true),
        Claim(
            "the circular wait has a name for each thread", found: found > 0 ? standstill.drawing : "none",
            expected: "back to the first thread", holds: found == threads, showsMistake: true),
    ]
}

// MARK: one queue

func selfSync(_ trace: Trace) -> [Claim] {
    circle(trace, of: 1) + [
        Claim(
            "blocks of the album's queue that never began", Standstill(trace).queued(on: "album"), "blocks", .exactly(1), showsMistake: true
        )
    ]
}

func asking(_ trace: Trace) -> [Claim] {
    let inBetween = trace.items(onQueue: "journal").count
    return circle(trace, of: 1) + [Claim("blocks of the journal between the two", inBetween, "blocks", .exactly(1), showsMistake: true)]
}

func readInRead(_ trace: Trace) -> [Claim] {
    let queued = trace.items.filter { $0.began == nil && trace.queues[$0.queue].label == "album" }
    return circle(trace, of: 1) + [
        Claim("barriers that wait for the outer read", queued.count(where: \.isBarrier), "barriers", .exactly(1), showsMistake: true),
        Claim("reads that wait for the barrier", queued.count { !$0.isBarrier }, "reads", .exactly(1), showsMistake: true),
    ]
}

func syncOnce(_ run: AlbumRun) -> [Claim] {
    let seen = run.observations
    return [
        Claim("photos in the album", seen.photos, "photos", .exactly(run.setting.photos), outOf: run.setting.photos),
        Claim(
            "lines of the journal with the right number", seen.rightLines, "lines", .exactly(run.setting.photos), outOf: run.setting.photos),
        Claim(
            "blocks of the album's queue at the same time", run.trace.mostAtOnce(run.trace.items(onQueue: "album")), "blocks", .exactly(1)),
        noEndlessWait(run.trace),
    ]
}

func noEndlessWait(_ trace: Trace) -> Claim {
    Claim("threads that are blocked in the end", Standstill(trace).waits, "threads", .exactly(0))
}

// MARK: two queues

func callingEachOther(_ trace: Trace) -> [Claim] {
    circle(trace, of: 2) + [
        Claim(
            "blocks submitted to the album that never began", Standstill(trace).queued(on: "album"), "blocks", .exactly(1),
            showsMistake: true),
        Claim(
            "blocks submitted to the journal that never began", Standstill(trace).queued(on: "journal"), "blocks", .exactly(1),
            showsMistake: true),
    ]
}

func askingAsynchronously(_ run: CallRun) -> [Claim] {
    let waits = run.trace.waits.count { $0.kind == .sync && $0.lane != 0 }
    return [
        Claim("lines in the journal", run.observations.lines, "lines", .exactly(2)),
        Claim("queue threads that were blocked in sync", waits, "threads", .exactly(0)),
        noEndlessWait(run.trace),
    ]
}

// MARK: the main thread

func mainWaits(_ trace: Trace) -> [Claim] {
    let onMain = trace.items.filter { trace.queues[$0.queue].kind == .main }
    return circle(trace, of: 2) + [
        Claim(
            "blocks on the main queue that began", onMain.count { $0.began != nil }, "blocks", .exactly(0), outOf: onMain.count,
            showsMistake: true)
    ]
}

func mainNotified(_ run: Run<DeadlockParameters, ScreenReport>) -> [Claim] {
    let waits = run.trace.waits.count { $0.lane == 0 && $0.kind == .group }
    return [
        Claim("photos on the screen", run.observations.photos, "photos", .exactly(run.setting.photos), outOf: run.setting.photos),
        Claim("waits of the main thread for the group", waits, "waits", .exactly(0)),
        noEndlessWait(run.trace),
    ]
}

// MARK: a semaphore

func ownQueue(_ trace: Trace) -> [Claim] {
    let waits = trace.waits.count { $0.kind == .semaphore && $0.ended == nil }
    return [
        Claim("threads blocked at the semaphore for ever", waits, "threads", .exactly(1), showsMistake: true),
        Claim(
            "completion handlers that are queued and never begin", Standstill(trace).queued(on: "gallery"), "blocks", .exactly(1),
            showsMistake: true),
        Claim(
            "signals of the semaphore", trace.events.count { $0.kind == .semaphoreSignalled }, "signals", .exactly(0), showsMistake: true),
    ]
}

func waitLimit(_ run: Run<DeadlockParameters, GalleryReport>) -> [Claim] {
    let waits = run.trace.waits.filter { $0.kind == .semaphore && $0.timedOut }
    let handlers = run.trace.items(onQueue: "gallery").filter { $0.how == .async }
    let late = handlers.count { handler in waits.allSatisfy { $0.ended ?? .max <= handler.began ?? .min } }
    return [
        Claim("waits that ended because their time was over", run.observations.timeouts, "waits", .exactly(1), showsMistake: true),
        Claim(
            "photos that were there when the wait ended", run.observations.shown == "no photo" ? 0 : 1, "photos", .exactly(0),
            showsMistake: true),
        // The process can end before the handler begins.
        Claim(
            "completion handlers that began before the wait ended", handlers.count - late, "handlers", .exactly(0), showsMistake: true),
    ]
}

func completionHandler(_ run: Run<DeadlockParameters, GalleryReport>) -> [Claim] {
    let blocked = run.trace.waits.count { $0.kind == .semaphore && $0.lane != 0 }
    return [
        Claim("photos shown", run.observations.shown == "photo 1" ? 1 : 0, "photos", .exactly(1)),
        Claim("threads of the gallery's queue that were blocked", blocked, "threads", .exactly(0)),
        Claim("blocks of the gallery's queue", run.trace.items(onQueue: "gallery").count, "blocks", .exactly(2)),
    ]
}

// MARK: two locks

/// A ring of transfers, each with one lock.
func lockCircle(_ trace: Trace) -> [Claim] {
    let transfers = trace.items(onQueuesNamed: "transfer ").count
    let locks = Set(trace.waits.filter { $0.kind == .mutex && $0.ended == nil }.compactMap(\.object)).count
    return circle(trace, of: transfers) + [
        Claim("locks that a thread waits for, and another one holds", locks, "locks", .exactly(transfers), showsMistake: true)
    ]
}

func lockByLock(_ run: BankRun) -> [Claim] {
    let seen = run.observations, amount = seen.transfers * 100
    return [
        Claim("transfers that ended", finishedTransfers(run), "transfers", .exactly(seen.transfers), outOf: seen.transfers),
        Claim("money that the audit did not find", seen.missingAtAudit, "euros", .exactly(amount), showsMistake: true),
        Claim("money in all accounts in the end", seen.total, "euros", .exactly(seen.transfers * 1000)),
    ]
}

func rightTransfers(_ run: BankRun) -> [Claim] {
    let seen = run.observations
    return [
        Claim("transfers that ended", finishedTransfers(run), "transfers", .exactly(seen.transfers), outOf: seen.transfers),
        Claim("money in all accounts in the end", seen.total, "euros", .exactly(seen.transfers * 1000)),
        noEndlessWait(run.trace),
    ]
}

/// The same, and a transfer had to wait for its first lock.
func orderedTransfers(_ run: BankRun) -> [Claim] {
    let waits = run.trace.waits.filter { $0.kind == .mutex && $0.item != nil && !$0.passedAtOnce }
    return [Claim("transfers that waited for a lock", Set(waits.map(\.item)).count, "transfers", .atLeast(1))] + rightTransfers(run)
}

func backingOff(_ run: BankRun) -> [Claim] {
    [
        Claim(
            "attempts that failed, released their lock and were repeated", run.observations.failedAttempts, "attempts", .atLeast(1),
            outOf: run.observations.failedAttempts + run.observations.transfers)
    ]
        + rightTransfers(run)
}

private func finishedTransfers(_ run: BankRun) -> Int { run.trace.items(onQueuesNamed: "transfer ").count { $0.ended != nil } }
