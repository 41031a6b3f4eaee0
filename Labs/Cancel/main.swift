import CancelScenario
import LabKit

struct CancelParameters: LabParameters {
    @Option(help: "Photos of the table (4 to 9; default: 5).", transform: within(4...9))
    var photos = 5

    @Option(help: "Rows of each photo (10 to 200; default: 40). The user scrolls in the middle.", transform: within(10...200))
    var rows = 40
}

extension Setting<CancelParameters> {
    /// During this row, counted from 0, the user scrolls.
    var scrollRow: Int { parameters.rows / 2 }

    /// The rows of a photo after that one.
    var rowsLeft: Int { parameters.rows - scrollRow - 1 }

    /// - Parameter meetings: the photos during whose operation the user scrolls; for the others no operation waits.
    func table(scrollingDuring meetings: Range<Int>) -> PhotoTable {
        let names = ["rocket", "coffee", "camera", "chelsea", "clock", "harbor", "market", "bridge", "garden"]
        return PhotoTable(
            names.prefix(parameters.photos).enumerated().map { index, name in
                Photo("\(name).png", rows: parameters.rows, scrolling: meetings.contains(index) ? Scrolling(atRow: scrollRow) : nil)
            })
    }

    var tableWithScrolls: PhotoTable { table(scrollingDuring: 0..<parameters.photos) }
    /// The user scrolls while the first operation runs.
    var tableWithOneScroll: PhotoTable { table(scrollingDuring: 0..<1) }
}

let lab = Lab<CancelParameters>(
    name: "lab-cancel",
    title: "Cancellation: a request to stop, and an operation that has to look",
    about: """
        A table shows photos. An operation filters a photo while its row is visible. Then the user scrolls on, and the app cancels the
        operation. `cancel()` sets a flag, and nothing else. So it matters when the user scrolls, how often the operation looks at the
        flag, and what its completion block believes.
        """,
    next: [
        "`swift run lab-cancel --variant looks --rows 200 --step`: find `cancel()`. How long does the operation run after it?",
        "`swift run lab-cancel --variant completion --explore` finds the bug that is left. Replay it with the command that it prints.",
        "`swift run lab-cancel --variant suspend --photos 9`: which operations end while the queue is suspended?",
    ],
    variants: [
        Variant(
            "never-looks", "cancel() during an operation that never looks", prediction: .neverLooks, explored: .brings(.assertion),
            run: { $0.tableWithScrolls.scrollPastEach(.neverLooks) }, claims: neverLooksClaims),
        Variant(
            "looks", "cancel() during an operation that looks in each step", prediction: .looks, explored: .brings(.none, outcomes: 2),
            fixes: ["never-looks"], run: { $0.tableWithScrolls.scrollPastEach(.looks) }, claims: looksClaims),
        Variant(
            "stages", "an operation that looks between its stages", prediction: .stages, explored: .brings(.none, outcomes: 2),
            fixes: ["never-looks"], run: { $0.tableWithScrolls.scrollPastEach(.looksBetweenStages) }, claims: stagesClaims),
        Variant(
            "before", "cancel() before the operation has begun", prediction: .before, explored: .brings(.none),
            run: { $0.tableWithOneScroll.cancelBefore() }, claims: beforeClaims),
        Variant(
            "after", "cancel() after the operation has finished", prediction: .after, explored: .brings(.none),
            run: { $0.table(scrollingDuring: 0..<0).cancelAfter() }, claims: afterClaims),
        Variant(
            "cancel-all", "cancelAllOperations(): one operation runs, the others are queued", prediction: .cancelAll,
            explored: .brings(.none, outcomes: 2), run: { $0.tableWithOneScroll.closeTable() }, claims: cancelAllClaims),
        Variant(
            "suspend", "a queue that is suspended while the user scrolls, and resumed", prediction: .suspend, explored: .brings(.none),
            run: { $0.tableWithOneScroll.drag() }, claims: suspendClaims),
        Variant(
            "stale-completion", "a completion block that does not know about the cancellation", prediction: .staleCompletion,
            explored: .brings(.assertion),
            run: { $0.tableWithScrolls.scrollAwayAndBack { $0.startFiltrationWithStaleCompletion($1) } }, claims: staleCompletionClaims),
        Variant(
            "completion", "a completion block that looks at isCancelled first", prediction: .completion, explored: .brings(.assertion),
            fixes: ["stale-completion"],
            run: { $0.tableWithScrolls.scrollAwayAndBack { $0.startFiltrationWithLook($1) } }, claims: completionClaims),
        Variant(
            "completion-owner", "the main thread checks whose row it is", prediction: .completionOwner, explored: .brings(.none),
            fixes: ["completion", "stale-completion"],
            run: { $0.tableWithScrolls.scrollAwayAndBack { $0.startFiltrationWithOwner($1) } }, claims: completionClaims),
        Variant(
            "task", "Swift tasks: checkCancellation(), and a cancellation handler", prediction: .task,
            explored: .brings(.none, outcomes: 2),
            fixes: ["never-looks", "stages"], lanes: .tasks,
            runAsynchronously: { await $0.tableWithScrolls.scrollPastEachTask() }, claims: taskClaims),
    ],
    afterRun: afterRun, followUps: followUps, staging: ["Scrolling.swift", "CompletionWatch.swift"])

lab.main()
