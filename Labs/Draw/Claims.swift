import DrawScenario
import LabKit

typealias DrawRun = Run<DrawParameters, Observations>

extension Trace {
    /// Touches, as blocks on the main queue. The work submits them at its begin.
    private var touches: [Item] { items.filter { $0.label.hasPrefix("touchScreen") && $0.began != nil } }

    /// The item in which the search or the drawing runs.
    var work: Item? { touches.first?.enqueuedByItem.map { items[$0] } }

    /// Touches that the main queue ran before the work ended. The process can end before the last lines of the work have run.
    var touchesDuringWork: Int {
        guard let work else { return 0 }
        return touches.count { $0.began ?? .max < work.ended ?? .max }
    }

    /// When the first touch is submitted: the work has begun.
    var firstTouch: Int64? { touches.compactMap(\.enqueued).min() }
}

private func touches(_ run: DrawRun, during expected: Int, showsMistake: Bool = false) -> Claim {
    Claim(
        "touches that the main queue runs during the work", run.trace.touchesDuringWork, "touches", .exactly(expected),
        outOf: run.observations.touches, showsMistake: showsMistake)
}

private func isOnMainThread(_ run: DrawRun, _ expected: Bool) -> Claim {
    let lane = run.trace.work?.lane
    return Claim(
        "pieces of work on the main thread", lane == 0 ? 1 : 0, "pieces", .exactly(expected ? 1 : 0), outOf: lane == nil ? 0 : 1,
        showsMistake: expected)
}

private func resultOnMainThread(_ seen: Observations) -> Claim {
    let results = seen.resultsOnMainThread + seen.resultsOnOtherThreads
    return Claim("results that the main thread shows", seen.resultsOnMainThread, "results", .exactly(1), outOf: results)
}

func frozenClaims(_ run: DrawRun) -> [Claim] {
    [
        isOnMainThread(run, true), touches(run, during: 0, showsMistake: true),
        Claim(
            "touches that wait until the work has ended", run.observations.touches - run.observations.touchesDuringWork, "touches",
            .exactly(run.setting.touches), outOf: run.setting.touches, showsMistake: true),
        resultOnMainThread(run.observations),
    ]
}

func backgroundClaims(_ run: DrawRun) -> [Claim] {
    [isOnMainThread(run, false), touches(run, during: run.setting.touches), resultOnMainThread(run.observations)]
}

func wrongThreadClaims(_ run: DrawRun) -> [Claim] {
    let seen = run.observations
    return [
        isOnMainThread(run, false), touches(run, during: run.setting.touches),
        Claim(
            "results that another thread shows", seen.resultsOnOtherThreads, "results", .exactly(1),
            outOf: seen.resultsOnMainThread + seen.resultsOnOtherThreads, showsMistake: true),
    ]
}

func frozenDrawingClaims(_ run: DrawRun) -> [Claim] { frozenClaims(run) + [rightPixels(run)] }

func drawingClaims(_ run: DrawRun) -> [Claim] { backgroundClaims(run) + [rightPixels(run)] }

private func rightPixels(_ run: DrawRun) -> Claim {
    Claim(
        "pixels that are different from a drawing on the main thread", run.observations.wrongPixels, "pixels", .exactly(0),
        outOf: run.observations.pixels)
}

// MARK: The user leaves during the work

private func goneDuringWork(_ run: DrawRun, _ expected: Int, showsMistake: Bool = false) -> Claim {
    Claim(
        "pages whose deinit runs during the work, when the user leaves", run.observations.pagesGoneDuringWork, "pages",
        .exactly(expected), outOf: 1, showsMistake: showsMistake)
}

private func goneAtTheEnd(_ run: DrawRun, _ expected: Int, showsMistake: Bool = false) -> Claim {
    Claim(
        "pages whose deinit has run at the end", run.observations.pagesGone, "pages", .exactly(expected), outOf: 1,
        showsMistake: showsMistake)
}

private func lateResults(_ run: DrawRun, _ expected: Int, showsMistake: Bool = false) -> Claim {
    Claim(
        "results that are shown on a page that the user has left", run.observations.lateResults, "results", .exactly(expected), outOf: 1,
        showsMistake: showsMistake)
}

func strongSelfClaims(_ run: DrawRun) -> [Claim] {
    [
        goneDuringWork(run, 0, showsMistake: true), goneAtTheEnd(run, 0, showsMistake: true), lateResults(run, 1, showsMistake: true),
        touches(run, during: run.setting.touches),
    ]
}

func guardSelfClaims(_ run: DrawRun) -> [Claim] {
    [
        goneDuringWork(run, 0, showsMistake: true), goneAtTheEnd(run, 1), lateResults(run, 1, showsMistake: true),
        touches(run, during: run.setting.touches),
    ]
}

/// (The page can be gone a little after the end: two threads drop their references.)
func queueSelfClaims(_ run: DrawRun) -> [Claim] {
    [
        goneDuringWork(run, 0, showsMistake: true), lateResults(run, 1, showsMistake: true), touches(run, during: run.setting.touches),
    ]
}

func weakSelfClaims(_ run: DrawRun) -> [Claim] {
    [goneDuringWork(run, 1), goneAtTheEnd(run, 1), lateResults(run, 0), touches(run, during: run.setting.touches)]
}

func taskClaims(_ run: DrawRun) -> [Claim] { [isOnMainThread(run, false)] + weakSelfClaims(run) }
