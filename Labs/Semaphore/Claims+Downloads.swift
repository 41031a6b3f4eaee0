import LabKit
import SemaphoreScenario

typealias TestRun = Run<SemaphoreParameters, TestReport>

/// In percent of the time that a test waits: what a processor works at least where the waiting burns it, and at most where it does not.
///
/// On an idle machine it is nearly 100 against a twentieth. A busy one takes its part from the test that spins; and a virtual one may charge a thread
/// that just falls asleep for the time in which the machine itself was kept waiting, which is tens of milliseconds.
private let wasted = 2.0
private let nothing = 25.0

private func processorWorks(_ seen: TestReport) -> Claim {
    Claim(
        "a processor works while the test waits", measured: seen.waiting.processorShare, "% of the time", .moreThan(wasted),
        showsMistake: true)
}

private func processorRests(_ seen: TestReport) -> Claim {
    Claim(
        "no processor works for the test while it waits", measured: seen.waiting.processorShare, "% of the time",
        .atMost(nothing))
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
        Claim(
            "the test asks again and again whether the photo is there", run.observations.looks, "times", .moreThan(1000), showsMistake: true
        ),
        processorWorks(run.observations),
    ]
}

func sleeping(_ run: TestRun) -> [Claim] {
    passes(run.observations) + [
        Claim("the completion's signal ends the wait", waits(run, timedOut: false), "waits", .exactly(1)),
        processorRests(run.observations),
    ]
}

func timedOut(_ run: TestRun) -> [Claim] {
    let seen = run.observations
    let patience = run.setting.patience * 1000
    return [
        Claim("the test fails, and does not hang", seen.failures.count, "failures", .exactly(1)),
        Claim("its timeout ends the wait", waits(run, timedOut: true), "waits", .exactly(1)),
        // A little less than the timeout, because the system may count it on another clock than we do.
        Claim("it waits as long as its timeout says", measured: (seen.waiting.seconds * 1000).rounded(), "ms", .atLeast(patience * 0.9)),
        processorRests(seen),
    ]
}
