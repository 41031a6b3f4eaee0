import LabKit
import SemaphoreScenario

typealias TestRun = Run<SemaphoreParameters, TestReport>

/// A bound in percent of the time that a test waits. A thread that runs, or is ready to run, for
/// more than this spins. Any other thread sleeps.
///
/// Both claims use the same bound, so that no figure meets both. A spinning thread is close to 100,
/// however little of a processor it gets. A sleeping thread is a little above 0. A virtual machine
/// can charge a thread that has just fallen asleep for some tens of milliseconds in which the
/// machine itself had no processor.
private let half = 50.0

private func spins(_ seen: TestReport) -> Claim {
    Claim(
        "the spinning thread runs, or is ready to run", measured: seen.waiting.busyShare, "% of the time", .moreThan(half),
        showsMistake: true)
}

private func sleeps(_ seen: TestReport) -> Claim {
    Claim(
        "the sleeping thread runs, or is ready to run", measured: seen.waiting.busyShare, "% of the time", .atMost(half))
}

private func passes(_ seen: TestReport) -> [Claim] {
    [
        Claim("bytes received", seen.bytes, "bytes", .moreThan(0)),
        Claim("failures of the test", seen.failures.count, "failures", .exactly(0)),
    ]
}

/// The number of waits at a semaphore that a signal (or the timeout) ended.
private func waits(_ run: TestRun, timedOut: Bool) -> Int {
    run.trace.waits.count { $0.kind == .semaphore && $0.ended != nil && $0.timedOut == timedOut }
}

func spinning(_ run: TestRun) -> [Claim] {
    passes(run.observations) + [
        Claim(
            "checks for the photo in the loop", run.observations.looks, "checks", .moreThan(1000), showsMistake: true),
        spins(run.observations),
    ]
}

func sleeping(_ run: TestRun) -> [Claim] {
    passes(run.observations) + [
        Claim("waits that the completion's signal ended", waits(run, timedOut: false), "waits", .exactly(1)),
        sleeps(run.observations),
    ]
}

func timedOut(_ run: TestRun) -> [Claim] {
    let seen = run.observations
    let patience: Double = run.setting.patience * 1000
    return [
        Claim("failures of the test, which does not hang", seen.failures.count, "failures", .exactly(1)),
        Claim("waits that the timeout ended", waits(run, timedOut: true), "waits", .exactly(1)),
        // A little less than the timeout: the system can measure it with a different clock.
        Claim("time until the timeout ends the wait", measured: (seen.waiting.seconds * 1000).rounded(), "ms", .atLeast(patience * 0.9)),
        sleeps(seen),
    ]
}
