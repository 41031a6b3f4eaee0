import LabKit
import WidthScenario

typealias WidthRun = Run<WidthParameters, Observations>

extension Trace {
    fileprivate var operations: [Item] { items.filter { $0.how == .operation && $0.began != nil } }
}

private func atOnce(_ run: WidthRun, _ expected: Int, showsMistake: Bool = false) -> Claim {
    Claim(
        "most operations at the same time", run.trace.mostAtOnce(run.trace.operations), "operations", .exactly(expected),
        showsMistake: showsMistake)
}

private func arrived(_ seen: Observations, _ expected: Int, showsMistake: Bool = false) -> Claim {
    Claim("photos that arrive", seen.arrived, "photos", .exactly(expected), outOf: seen.requested, showsMistake: showsMistake)
}

private func refused(_ seen: Observations, _ expected: Int, showsMistake: Bool = false) -> Claim {
    Claim(
        "requests that the server refuses", seen.refused, "requests", .exactly(expected), outOf: seen.requested, showsMistake: showsMistake)
}

/// The time from the first begin to the last end cannot be shorter than one latency for each round of the queue.
private func time(_ run: WidthRun, width: Int) -> Claim {
    let operations = run.trace.operations
    let began = operations.compactMap(\.began).min() ?? 0
    let ended = operations.compactMap(\.ended).max() ?? 0
    let rounds = (run.setting.parameters.photos + width - 1) / width
    return Claim(
        "total time of \(rounds) rounds of \(run.setting.parameters.latency) ms", measured: (Double(ended - began) / 1e6).rounded(), "ms",
        .atLeast(rounds * run.setting.parameters.latency))
}

func defaultWidthClaims(_ run: WidthRun) -> [Claim] {
    let seen = run.observations
    return [
        atOnce(run, seen.requested, showsMistake: true), refused(seen, seen.requested - 3, showsMistake: true),
        arrived(seen, 3, showsMistake: true),
    ]
}

func widthClaims(_ run: WidthRun, _ width: Int) -> [Claim] {
    let seen = run.observations
    return [atOnce(run, width), refused(seen, 0), arrived(seen, seen.requested), time(run, width: width)]
}

func inPlace(_ run: WidthRun) -> Claim {
    let seen = run.observations
    return Claim(
        "photos that arrive in the order of their operations", seen.inPlace, "photos", .exactly(seen.requested), outOf: seen.requested)
}

/// The operations in the order in which they began: 2 with width 1, then 6 with width 3, then the others with width 1.
func changedClaims(_ run: WidthRun) -> [Claim] {
    let seen = run.observations
    let operations = run.trace.operations.sorted { ($0.began ?? 0) < ($1.began ?? 0) }
    func most(_ some: some Sequence<Trace.Item>) -> Int { run.trace.mostAtOnce(Array(some)) }
    return [
        Claim("at the same time, before the change", most(operations.prefix(2)), "operations", .exactly(1)),
        Claim("at the same time, with width 3", most(operations.dropFirst(2).prefix(6)), "operations", .exactly(3)),
        Claim("at the same time, with width 1 again", most(operations.dropFirst(8)), "operations", .exactly(1)),
        Claim(
            "operations that go on when the width becomes 1", goOn(operations, run.trace), "operations", .exactly(3)),
        refused(seen, 0), arrived(seen, seen.requested),
    ]
}

/// The operations that run when the last of the first eight begins.
private func goOn(_ operations: [Trace.Item], _ trace: Trace) -> Int {
    guard operations.count > 8, let moment = operations[7].began else { return 0 }
    return operations.count { ($0.began ?? .max) <= moment && ($0.ended ?? .max) > moment }
}

func blockingClaims(_ run: WidthRun) -> [Claim] {
    let seen = run.observations
    let most = run.trace.mostAtOnce(run.trace.operations)
    let sharing = run.trace.operations.count { operation in
        run.trace.overlapping(operation, among: run.trace.operations).contains { $0.lane == operation.lane }
    }
    return [
        Claim("chance decides how many had a thread at the same time", most, "operations", .between(1, seen.requested)),
        Claim(
            "operations that share their thread with another one at the same time", sharing, "operations", .exactly(0),
            outOf: seen.requested),
        arrived(seen, seen.requested),
    ]
}

func counter2Claims(_ run: WidthRun) -> [Claim] {
    let seen = run.observations
    return [
        atOnce(run, 2, showsMistake: true),
        Claim(
            "photos that the counter lost", seen.requested - seen.arrived, "photos", .exactly(seen.requested / 2), outOf: seen.requested,
            showsMistake: true),
    ]
}

func counter1Claims(_ run: WidthRun) -> [Claim] {
    let seen = run.observations
    return [
        atOnce(run, 1), Claim("photos that the counter lost", seen.requested - seen.arrived, "photos", .exactly(0), outOf: seen.requested),
    ]
}
