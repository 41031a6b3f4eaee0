import LabKit
import SemaphoreScenario

typealias TestRun = Run<SemaphoreParameters, TestReport>

/// In percent of the time that a test waits: what a processor works at least where the waiting burns it, and at most where it does not.
///
/// On an idle machine it is nearly 100 against a twentieth; a busy one takes its part from the test that spins, and cannot turn the two around.
private let wasted = 2.0
private let nothing = 1.0

private func processor(_ seen: TestReport, _ expected: Claim.Expectation, showsMistake: Bool = false) -> Claim {
    let percent = (seen.waiting.processorShare * 100).rounded() / 100
    return Claim("a processor works while the test waits", measured: percent, "% of the time", expected, showsMistake: showsMistake)
}

private func passes(_ seen: TestReport) -> [Claim] {
    [
        Claim("the photo arrives", seen.bytes, "bytes", .moreThan(0)),
        Claim("the test passes", seen.failures.count, "failures", .exactly(0)),
    ]
}

/// Waits at a semaphore, ended by a signal or by the timeout.
private func waits(_ run: TestRun, timedOut: Bool) -> Int {
    run.trace.waits.count { $0.kind == .semaphore && $0.ended != nil && $0.timedOut == timedOut }
}

func spinning(_ run: TestRun) -> [Claim] {
    passes(run.observations) + [
        Claim("the test asks whether the photo is there", run.observations.looks, "times", .moreThan(1000), showsMistake: true),
        processor(run.observations, .moreThan(wasted), showsMistake: true),
    ]
}

func sleeping(_ run: TestRun) -> [Claim] {
    passes(run.observations) + [
        Claim("the completion's signal ends the wait", waits(run, timedOut: false), "wait", .exactly(1)),
        processor(run.observations, .atMost(nothing)),
    ]
}

func timedOut(_ run: TestRun) -> [Claim] {
    let seen = run.observations
    let patience = run.setting.patience * 1000
    return [
        Claim("the test fails, and does not hang", seen.failures.count, "failure", .exactly(1)),
        Claim("its timeout ends the wait", waits(run, timedOut: true), "wait", .exactly(1)),
        // A little less than the timeout, because the system may count it on another clock than we do.
        Claim("it waits for", measured: (seen.waiting.seconds * 1000).rounded(), "ms", .atLeast(patience * 0.9)),
        processor(seen, .atMost(nothing)),
    ]
}
