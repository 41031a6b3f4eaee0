import AfterScenario
import LabKit

struct AfterParameters: LabParameters {
    @Option(help: "Milliseconds after which a block is due (10 to 500; default: 40).", transform: within(10...500))
    var delay = 40

    @Option(help: "Prompts, timers or work items (2 to 100; default: 20).", transform: within(2...100))
    var prompts = 20

    @Flag(help: "Draw how late blocks begin, on an idle machine and on a busy one. No questions, no recording.")
    var histogram = false
}

typealias LatenessRun = Run<AfterParameters, Lateness>
typealias OrderRun = Run<AfterParameters, OrderReport>
typealias ScreenRun = Run<AfterParameters, ScreenReport>

/// Every block begins, and none of them before it was due.
func neverEarly(_ lateness: Lateness, of blocks: Int) -> [Claim] {
    [
        Claim("blocks that began", lateness.count, "blocks", .exactly(blocks), outOf: blocks),
        Claim("blocks that began before they were due", lateness.early, "blocks", .exactly(0), outOf: lateness.count),
    ]
}

func lateClaims(_ run: LatenessRun) -> [Claim] {
    let seen = run.observations
    return neverEarly(seen, of: run.setting.prompts) + [
        Claim("chance decides how late the latest one is", measured: seen.latest, "ms", .atLeast(0))
    ]
}

func busyClaims(_ run: Run<AfterParameters, BusyReport>) -> [Claim] {
    let items = run.trace.items(onQueue: "busy")
    let tooEarly = items.filter { $0.how == .after && !run.trace.overlapping($0, among: items).isEmpty }
    return neverEarly(run.observations.lateness, of: 1) + [
        Claim("blocks that began while the queue ran another block", tooEarly.count, "blocks", .exactly(0), outOf: 1),
        Claim("how late the block began", measured: run.observations.lateness.latest, "ms", .atLeast(run.setting.delay)),
    ]
}

func orderClaims(_ run: OrderRun) -> [Claim] {
    let blocks = run.observations.ran.count, elsewhere = blocks - run.observations.inPlace
    return [
        Claim("blocks that ran", blocks, "blocks", .exactly(5), outOf: 5),
        // Only a machine that is late shows it, so the claim holds with any number, and says whether the bug appeared.
        Claim(
            "chance decides whether a block overtakes one with an earlier deadline", elsewhere, "blocks in another place",
            .between(0, blocks), outOf: blocks, showsMistake: true, thisTime: elsewhere > 0),
    ]
}

func chainClaims(_ run: OrderRun) -> [Claim] {
    let blocks = run.observations.ran.count
    return [Claim("blocks that ran in their order", run.observations.inPlace, "blocks", .exactly(5), outOf: blocks)]
}

/// The second prompt is right. The first one comes from a visit that is over.
func stalePromptClaims(_ run: ScreenRun) -> [Claim] {
    let seen = run.observations
    return [
        Claim(
            "prompts that a closed visit had asked for", seen.fromClosedVisit, "prompts", .exactly(1), outOf: seen.prompts,
            showsMistake: true)
    ]
}

func cancelClaims(_ run: ScreenRun) -> [Claim] {
    let seen = run.observations
    let cancelled = run.trace.items.filter { $0.how == .after && $0.cancelled != nil }
    return [
        Claim("prompts that a closed visit had asked for", seen.fromClosedVisit, "prompts", .exactly(0), outOf: seen.prompts),
        Claim("prompts that were shown", seen.prompts, "prompts", .exactly(1)),
        Claim("work items that were cancelled", cancelled.count, "items", .exactly(1)),
    ]
}

func cancelBeforeClaims(_ run: Run<AfterParameters, CancelReport>) -> [Claim] {
    let seen = run.observations
    return [
        Claim("items whose isCancelled is true", seen.cancelled, "items", .exactly(seen.items), outOf: seen.items),
        Claim("items that ran", seen.ran, "items", .exactly(0), outOf: seen.items),
        Claim("items whose notify block ran", seen.notified, "items", .exactly(seen.items), outOf: seen.items),
    ]
}

func drawingClaims(_ run: Run<AfterParameters, DrawingReport>, rows: Int, showsMistake: Bool = false) -> [Claim] {
    let seen = run.observations
    return [
        Claim(
            "rows that were drawn, although the item was cancelled after the first one", seen.drawn, "rows", .exactly(rows),
            outOf: seen.rows, showsMistake: showsMistake),
        Claim("items whose isCancelled is true at the end", seen.isCancelled ? 1 : 0, "items", .exactly(1), outOf: 1),
    ]
}

func timerClaims(_ run: Run<AfterParameters, TimerReport>) -> [Claim] {
    let seen = run.observations
    return neverEarly(seen.lateness, of: seen.timers - seen.cancelledEarly) + [
        Claim(
            "cancelled timers that fired", seen.lateness.count - (seen.timers - seen.cancelledEarly), "timers", .exactly(0),
            outOf: seen.cancelledEarly),
        Claim("timers whose cancel handler ran", seen.cancelHandlers, "timers", .exactly(seen.timers), outOf: seen.timers),
    ]
}

func sleepClaims(_ run: Run<AfterParameters, SleepReport>) -> [Claim] {
    let seen = run.observations
    return [
        Claim(
            "tasks that woke before their time, without a cancellation", seen.lateness.early, "tasks", .exactly(0),
            outOf: seen.lateness.count),
        Claim(
            "cancelled tasks whose sleep threw a CancellationError", seen.cancellationErrors, "tasks", .exactly(seen.tasks),
            outOf: seen.tasks),
        Claim("cancelled tasks that did not sleep for the whole minute", seen.wokenEarly, "tasks", .exactly(seen.tasks), outOf: seen.tasks),
    ]
}

let time = Explored.isNotExplored(because: "it measures real time")

let lab = Lab<AfterParameters>(
    name: "lab-after",
    title: "Later: when does a block run, and can it be stopped?",
    about: """
        A screen shows a prompt if the user has looked at it for a while. The block for it is submitted with `asyncAfter`. The first
        variants measure when such a block begins. The next ones let the user close the screen before its time has come. The last ones
        use other clocks: a timer source, and a task that sleeps.
        """,
    next: [
        "`swift run lab-after --variant late --histogram` draws how late blocks begin, on an idle machine and on a busy one.",
        "`swift run lab-after --variant cancel --step` tells when the work item is cancelled. What happens when its time comes?",
        "`swift run lab-after --explore --variant cancel-looks` cancels an item at every moment: how many rows can it draw?",
    ],
    variants: [
        Variant(
            "late", "asyncAfter: never early, and a little late", prediction: .late, explored: time,
            run: { showPrompts($0.prompts, after: $0.delay) }, claims: lateClaims),
        Variant(
            "under-load", "the same while all cores are busy", prediction: .underLoad, explored: time,
            run: { setting in underLoad { showPrompts(setting.prompts, after: setting.delay) } }, claims: lateClaims),
        Variant(
            "busy-queue", "the queue is busy when the block is due", prediction: .busyQueue, explored: time,
            run: { showPromptOnBusyQueue(after: $0.delay) }, claims: busyClaims),
        Variant(
            "order", "deadlines that are close together: no promise of an order", prediction: .order, explored: .brings(.assertion),
            run: { _ in orderByDeadlines(5, step: .milliseconds(2)) }, claims: orderClaims),
        Variant(
            "chain", "each block submits the next one: the order is certain", prediction: .chain, explored: .brings(.none),
            fixes: ["order"],
            run: { _ in orderByChain(5, step: .milliseconds(2)) }, claims: chainClaims),
        Variant(
            "cannot-cancel", "a plain block: it runs, also after the screen was closed", prediction: .cannotCancel,
            explored: .brings(.assertion),
            run: { ForgetfulScreen(delay: $0.delay).visitTwice() }, claims: stalePromptClaims),
        Variant(
            "check-in-block", "the block looks whether the screen is open: not enough", prediction: .checkInBlock,
            explored: .brings(.assertion),
            run: { CheckingScreen(delay: $0.delay).visitTwice() }, claims: stalePromptClaims),
        Variant(
            "cancel", "a work item, which is cancelled when the screen is closed", prediction: .cancel, explored: .brings(.none),
            fixes: ["cannot-cancel", "check-in-block"],
            run: { CancellingScreen(delay: $0.delay).visitTwice() }, claims: cancelClaims),
        Variant(
            "cancel-before", "cancelled before they are due: the items do not run", prediction: .cancelBefore, explored: .brings(.none),
            run: { cancelBeforeTheyAreDue($0.prompts, after: $0.delay) }, claims: cancelBeforeClaims),
        Variant(
            "cancel-during", "cancelled while it runs: the item runs to its end", prediction: .cancelDuring,
            explored: .brings(.none, outcomes: 2),
            run: { Drawing(rows: 10, pause: Pause()).cancelDuring(looks: false, after: $0.delay) },
            claims: { drawingClaims($0, rows: 10, showsMistake: true) }),
        Variant(
            "cancel-looks", "the item looks at isCancelled, and stops", prediction: .cancelLooks, explored: .brings(.none, outcomes: 3),
            fixes: ["cancel-during"],
            run: { Drawing(rows: 10, pause: Pause()).cancelDuring(looks: true, after: $0.delay) },
            claims: { drawingClaims($0, rows: 1) }),
        Variant(
            "timer", "a timer source with leeway, which can be cancelled", prediction: .timer, explored: time,
            run: { startTimers($0.prompts, after: $0.delay, leeway: 20) }, claims: timerClaims),
        Variant(
            "task-sleep", "Task.sleep: never early, and a cancellation ends it", prediction: .taskSleep,
            explored: .isNotExplored(because: "a cancellation can come after any sleep"),
            runAsynchronously: { await sleepInTasks(5, for: $0.delay) }, claims: sleepClaims),
    ],
    afterRun: afterRun, followUps: followUps, staging: ["Pause.swift"], ownForms: [.histogram])

lab.main()
