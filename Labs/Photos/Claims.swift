import LabKit
import PhotosScenario

typealias PhotosRun = Run<PhotosParameters, Observations>

/// After 33 milliseconds, a frame has stayed on the screen twice as long as it should. Processor time counts here, because other
/// programs on this machine make each frame later.
func smooth(_ seen: Observations) -> Claim {
    Claim("frames for which the main thread worked over 33 ms", seen.workOver33, "frames", .exactly(0), outOf: seen.frames)
}

/// Downloads for which the main thread was blocked.
func waits(_ trace: Trace) -> Int { trace.waits(.semaphore, in: "contents()").count { $0.lane == 0 } }

func neverWaits(_ trace: Trace) -> Claim { Claim("downloads that blocked the main thread", waits(trace), "downloads", .exactly(0)) }

func complete(_ seen: Observations) -> Claim {
    Claim(
        "rows that were neither filtered nor failed when the user scrolled on", seen.rowsNotReady, "rows", .exactly(0),
        outOf: seen.rowsOnScreen * seen.looks)
}

/// Only the rows on the screen, and those less than a screen away.
func letsPicturesGo(_ seen: Observations) -> Claim {
    Claim("pictures in memory at the same time", seen.picturesHeld, "pictures", .atMost(3 * seen.rowsOnScreen), outOf: seen.rows)
}

func cancels(_ seen: Observations) -> Claim {
    Claim("rows cancelled because they left the screen", seen.cancelled, "rows", .atLeast(1))
}

func mainThreadClaims(_ run: PhotosRun) -> [Claim] {
    let seen = run.observations, latency = run.setting.latency
    return [
        Claim(
            "the longest frame, in which nothing moves", measured: seen.worstFrame.rounded(), "ms", .atLeast(3 * latency),
            showsMistake: true),
        Claim("downloads that blocked the main thread", waits(run.trace), "downloads", .atLeast(5), showsMistake: true),
        Claim("frames that took over 33 ms", seen.framesOver33, "frames", .atLeast(2), outOf: seen.frames, showsMistake: true),
        complete(seen),
    ]
}

func allRowsClaims(_ run: PhotosRun) -> [Claim] {
    let seen = run.observations
    return [
        smooth(seen), neverWaits(run.trace),
        Claim(
            // In a short table the user sees nearly every row.
            "photos that arrived and were never seen", seen.wasted, "photos", .atLeast(seen.rows < 100 ? 0 : 1), outOf: seen.fetched,
            showsMistake: true, thisTime: seen.wasted > 0),
        Claim("rows cancelled because they left the screen", seen.cancelled, "rows", .exactly(0), showsMistake: true),
    ]
}

func commonClaims(_ run: PhotosRun) -> [Claim] {
    let seen = run.observations
    return [smooth(seen), neverWaits(run.trace), complete(seen), cancels(seen), letsPicturesGo(seen), onMainThread(seen)]
}

func operationClaims(_ run: PhotosRun) -> [Claim] {
    let queues = ["Download queue", "Image Filtration queue"]
    let most = queues.map { run.trace.mostAtOnce(run.trace.items(onQueue: $0)) }.max() ?? 0
    return commonClaims(run) + [Claim("operations of one queue that ran at the same time", most, "operations", .exactly(1))]
}

func taskClaims(_ run: PhotosRun) -> [Claim] {
    let seen = run.observations, tasks = run.trace.tasks.filter { $0.parent != nil }
    return commonClaims(run) + [
        Claim("rows that were loaded in a child task of a group", tasks.count, "child tasks", .atLeast(seen.rowsOnScreen))
    ]
}

private func onMainThread(_ seen: Observations) -> Claim {
    Claim("results taken on another thread than the main thread", seen.changesOffMain, "results", .exactly(0), outOf: seen.filtered)
}

func wrongThreadClaims(_ run: PhotosRun) -> [Claim] {
    let seen = run.observations
    return [
        Claim(
            "results taken on another thread than the main thread", seen.changesOffMain, "results", .atLeast(seen.filtered),
            showsMistake: true)
    ]
}
