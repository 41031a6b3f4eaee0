import LabKit
import NetworkScenario

typealias NetworkRun = Run<NetworkParameters, Observations>

extension Trace {
    /// The group counts the requests that are under way, so its events show when each of them begins and ends.
    var requestBegins: [Int64] { events.filter { $0.kind == .groupEntered }.map(\.time) }
    var requestEnds: [Int64] { events.filter { $0.kind == .groupLeft }.map(\.time) }

    /// The most requests that were under way at the same time.
    var mostRequests: Int {
        // If one request ends at the instant at which another one begins, the end comes first.
        let changes = (requestBegins.map { ($0, 1) } + requestEnds.map { ($0, -1) }).sorted { $0 < $1 }
        var underWay = 0, most = 0
        for (_, change) in changes {
            underWay += change
            most = max(most, underWay)
        }
        return most
    }

    /// The waits of threads for an answer.
    var fetches: [Wait] { waits(.semaphore, in: "photo(_:)").filter { $0.lane != 0 } }

    /// The most threads that were blocked in a request at the same time.
    var mostBlockedThreads: Int {
        fetches.map { wait in fetches.count { $0.began <= wait.began && $0.ended ?? .max > wait.began } }.max() ?? 0
    }

    /// When the user leaves: the first call of `cancel()`.
    var leaving: Int64? {
        events.first { $0.kind == .operationCancelled || $0.kind == .itemCancelled || $0.kind == .taskCancelled }?.time
    }
}

// MARK: Blocks

private func eachBlocksAThread(_ run: NetworkRun) -> Claim {
    Claim(
        "requests that block a thread until they end", run.trace.fetches.count, "requests", .exactly(run.observations.requested),
        outOf: run.observations.begun, showsMistake: true)
}

func noThreadIsBlocked(_ run: NetworkRun) -> Claim {
    Claim("requests that block a thread until they end", run.trace.fetches.count, "requests", .exactly(0), outOf: run.observations.begun)
}

private func shown(_ seen: Observations, _ expected: Int) -> Claim {
    Claim("photos that are shown", seen.shown, "photos", .exactly(expected), outOf: seen.requested)
}

func serialClaims(_ run: NetworkRun) -> [Claim] {
    let seen = run.observations
    let firstEnd = run.trace.requestEnds.first ?? .max
    return [
        eachBlocksAThread(run),
        Claim(
            "photos that wait until the silent request has ended", run.trace.requestBegins.count { $0 > firstEnd }, "photos",
            .exactly(seen.requested - 1), outOf: seen.requested - 1, showsMistake: true),
        inFlight(run, .exactly(1), showsMistake: true),
        Claim("requests that fail because of the time limit", seen.count(.noAnswerInTime), "requests", .exactly(1), outOf: seen.begun),
        shown(seen, seen.requested - 1),
    ]
}

func concurrentClaims(_ run: NetworkRun) -> [Claim] {
    let seen = run.observations
    return [
        eachBlocksAThread(run),
        Claim("threads that are blocked at the same time", run.trace.mostBlockedThreads, "threads", .atLeast(2), showsMistake: true),
        // The pool can be exhausted so long that an answer that has arrived is too late.
        Claim("requests that fail because of the time limit", seen.count(.noAnswerInTime), "requests", .atLeast(2), outOf: seen.begun),
        Claim("photos that are shown", seen.shown, "photos", .atMost(seen.requested - 2), outOf: seen.requested),
    ]
}

func workItemClaims(_ run: NetworkRun) -> [Claim] {
    let seen = run.observations
    let leaving = run.trace.leaving ?? .max
    return [
        Claim(
            "requests that begin after cancel()", run.trace.requestBegins.count { $0 > leaving }, "requests", .exactly(0),
            outOf: seen.requested - 2),
        Claim(
            "threads that stay blocked after cancel()", run.trace.fetches.count { $0.ended ?? .max > leaving },
            "threads", .exactly(1), showsMistake: true),
        Claim("running requests that cancel() ends", seen.count(.cancelled), "requests", .exactly(0), outOf: 1, showsMistake: true),
        Claim(
            "running requests that only the time limit ends", seen.count(.noAnswerInTime), "requests", .exactly(1), outOf: 1,
            showsMistake: true),
    ]
}

// MARK: Operations and tasks

private func inFlight(_ run: NetworkRun, _ expected: Claim.Expectation, showsMistake: Bool = false) -> Claim {
    Claim("requests at the same time", run.trace.mostRequests, "requests", expected, showsMistake: showsMistake)
}

/// What cancellation promises: no request begins afterwards, and those that are under way end.
private func cancellation(_ run: NetworkRun, underWay: Int) -> [Claim] {
    let seen = run.observations
    guard let leaving = run.trace.leaving else { return [Claim("calls of cancel()", 0, "calls", .atLeast(1))] }
    let endsAfter = run.trace.requestEnds.count { $0 > leaving }
    return [
        Claim(
            "requests that begin after cancel()", run.trace.requestBegins.count { $0 > leaving }, "requests", .exactly(0),
            outOf: seen.requested - seen.resultsBeforeLeaving),
        Claim("running requests that end after cancel()", endsAfter, "requests", .exactly(underWay), outOf: underWay),
        Claim("requests that fail because of the time limit", seen.count(.noAnswerInTime), "requests", .exactly(0), outOf: seen.begun),
    ]
}

func unboundedClaims(_ run: NetworkRun) -> [Claim] {
    let seen = run.observations, silent = seen.requested - run.setting.limit
    return [
        inFlight(run, .atLeast(silent), showsMistake: true), noThreadIsBlocked(run),
    ] + cancellation(run, underWay: silent)
}

func progress(_ seen: Observations) -> Claim {
    let inOrder = zip(1..., seen.reports).count { $0 == $1 }
    return Claim("progress reports, one more each time", inOrder, "reports", .exactly(seen.requested), outOf: seen.requested)
}

func operationsClaims(_ run: NetworkRun) -> [Claim] {
    let seen = run.observations
    return [
        inFlight(run, .atMost(run.setting.limit)), noThreadIsBlocked(run), progress(seen),
        Claim(
            "photos that the server does not have (status 404)", seen.count(.refused(status: 404)), "photos",
            .exactly(1), outOf: seen.requested),
        shown(seen, seen.requested - 1),
    ]
}

func cancelClaims(_ run: NetworkRun) -> [Claim] {
    let seen = run.observations
    return [inFlight(run, .exactly(run.setting.limit)), noThreadIsBlocked(run)] + cancellation(run, underWay: run.setting.limit) + [
        Claim(
            "operations that end, also those that never began a request", run.trace.operations(onQueue: "photos").count { $0.ended != nil },
            "operations", .exactly(seen.requested), outOf: seen.requested),
        progress(seen),
    ]
}

func uncheckedClaims(_ run: NetworkRun) -> [Claim] {
    let seen = run.observations, queued = seen.requested - 2 * run.setting.limit
    let leaving = run.trace.leaving ?? .max
    return [
        Claim(
            "requests that begin after cancel()", run.trace.requestBegins.count { $0 > leaving }, "requests", .exactly(queued),
            outOf: queued, showsMistake: true),
        Claim(
            "requests that nothing ends before the time limit", seen.count(.noAnswerInTime), "requests", .exactly(queued), outOf: queued,
            showsMistake: true),
        Claim(
            "running requests that cancel() ends", seen.count(.cancelled), "requests", .exactly(run.setting.limit), outOf: run.setting.limit
        ),
    ]
}

func taskGroupClaims(_ run: NetworkRun) -> [Claim] {
    let seen = run.observations, limit = run.setting.limit
    // Each child task has one parent: the task of the group.
    let children = Dictionary(grouping: run.trace.tasks.compactMap(\.parent)) { $0 }.values.map(\.count).max() ?? 0
    let begins = run.trace.requestBegins
    return [
        inFlight(run, .exactly(limit)), noThreadIsBlocked(run),
        Claim(
            "requests that begin after cancel()", begins.count - seen.begunBeforeLeaving, "requests", .exactly(0),
            outOf: seen.requested - seen.begunBeforeLeaving),
        Claim(
            "running requests that end after cancel()", run.trace.requestEnds.count { $0 > begins.max() ?? .max }, "requests",
            .exactly(limit), outOf: limit),
        Claim("requests that fail because of the time limit", seen.count(.noAnswerInTime), "requests", .exactly(0), outOf: seen.begun),
        Claim(
            "photos that never get a child task", seen.requested - children, "photos", .exactly(seen.requested - 2 * limit),
            outOf: seen.requested),
    ]
}

// MARK: Faults

/// The failures of `faultyAddresses()`, by the path of their address.
private let expectedFailures: [String: RequestFailure] = [
    "/silent": .noAnswerInTime, "/photos/cofee.png": .refused(status: 404), "/failing/500": .refused(status: 500),
    "/cut/camera.png": .connectionLost, "/wrong-length/chelsea.png": .connectionLost, "/truncated/camera.png": .incomplete,
    "/garbage": .notAPhoto,
]

func faultClaims(_ run: NetworkRun) -> [Claim] {
    let seen = run.observations
    let right = seen.failures.count { expectedFailures[$0.path]?.words == $0.words }
    return [
        Claim("failures with the right message", right, "failures", .exactly(expectedFailures.count), outOf: seen.failures.count),
        shown(seen, seen.requested - expectedFailures.count),
        Claim(
            "requests that end, with a photo or a failure", run.trace.requestEnds.count, "requests", .exactly(seen.requested),
            outOf: seen.begun),
        inFlight(run, .atMost(run.setting.limit)), noThreadIsBlocked(run), progress(seen),
    ]
}
