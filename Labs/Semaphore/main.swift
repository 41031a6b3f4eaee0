import Foundation
import LabKit
import PhotoServer
import SemaphoreScenario

struct SemaphoreParameters: LabParameters {
    @Option(help: "Milliseconds until the server answers (100 to 2000; default: 300).", transform: within(100...2000))
    var latency = 300

    @Option(
        help: "Milliseconds that the test waits for the server that never answers (100 to 5000; default: 400).",
        transform: within(100...5000))
    var patience = 400

    @Option(help: "Photographers at the darkroom (3 to 16; default: 6).", transform: within(3...16))
    var photographers = 6

    @Option(help: "Philosophers at the table (2 to 12; default: 5).", transform: within(2...12))
    var philosophers = 5

    @Option(help: "How often each philosopher eats (1 to 10; default: 2).", transform: within(1...10))
    var meals = 2
}

extension Setting<SemaphoreParameters> {
    /// The server's photo, which it sends after `--latency`.
    var photo: URL { get throws { try PhotoServer.addressesInScenario().photo("coffee.png", after: .milliseconds(parameters.latency)) } }

    /// An address at which the server never answers.
    var silence: URL { get throws { try PhotoServer.addressesInScenario().silence } }

    /// In seconds.
    var patience: TimeInterval { Double(parameters.patience) / 1000 }

    func dinner(meetWithOneFork: Int) -> Dinner {
        Dinner(philosophers: parameters.philosophers, meals: parameters.meals, meetWithOneFork: meetWithOneFork)
    }
}

/// Prints the outcome of a test as a test runner would.
func told(_ report: TestReport) -> TestReport {
    for failure in report.failures { print("✘ downloadTest failed: \(failure)") }
    if report.failures.isEmpty { print("✔ downloadTest passed: \(report.bytes) bytes") }
    return report
}

let lab = Lab<SemaphoreParameters>(
    name: "lab-semaphore",
    title: "Semaphores: sleep instead of spinning, limit concurrency, avoid deadlock",
    about: """
        A test must wait for a download: it spins in a loop, or it sleeps at a semaphore. A darkroom with two enlargers must not let in
        more than two photographers. And five philosophers share five forks, but each needs two to eat. This leads to a deadlock, which
        has two fixes. The lab shows three uses of one small tool, and how each can go wrong.
        """,
    next: [
        "`swift run lab-semaphore --variant spin --latency 2000`, and `top` in another window: how busy is the processor?",
        "`swift run lab-semaphore --variant limit-2 --photographers 12 --step`: follow the value of the semaphore. When is it 0?",
        "`swift run lab-semaphore --variant philosophers --philosophers 2`: the smallest circular wait. Can a single philosopher have one?",
    ],
    prepare: { _ in try PhotoServer.startForScenarios() },
    variants: [
        Variant(
            "spin", "a test that spins until the photo is there", prediction: .spin,
            explored: .isNotExplored(
                because: "it spins: until the answer comes, the loop can always check one more time"),
            run: { told(DownloadTests().runSpinningTest(try $0.photo)) }, claims: spinning),
        Variant(
            "semaphore", "the same test, blocked at a semaphore", prediction: .semaphore,
            explored: .brings(.none, outcomes: 2), fixes: ["spin"],
            run: { told(DownloadTests().runSemaphoreTest(try $0.photo, patience: 5)) }, claims: sleeping),
        Variant(
            "never-answers", "a server that never answers: the timeout fails the test", prediction: .neverAnswers, explored: .brings(.none),
            run: { told(DownloadTests().runSemaphoreTest(try $0.silence, patience: $0.patience)) },
            claims: timedOut),
        Variant(
            "no-limit", "a darkroom with two enlargers and no limit at the door", prediction: .noLimit, explored: .brings(.assertion),
            run: { Photographers(number: $0.photographers, meetInside: $0.photographers).develop(in: OpenDarkroom()) },
            claims: crowded),
        Variant(
            "limit-2", "the same with a semaphore that starts at 2", prediction: .limit2,
            explored: .brings(.none, outcomes: 2), fixes: ["no-limit"],
            run: { Photographers(number: $0.photographers, meetInside: 2).develop(in: DarkroomForTwo()) }, claims: limited),
        Variant(
            "philosophers", "each takes the left fork first: deadlock", prediction: .philosophers, explored: .brings(.deadlock),
            expected: .hanging(lesson: "every philosopher holds one fork and waits for a neighbor's fork"), timeLimit: .seconds(2),
            run: { _ = $0.dinner(meetWithOneFork: $0.philosophers).run(LeftForkFirst()) }, traceClaims: deadlock),
        Variant(
            "philosophers-ordered", "first fix: the fork with the lower number first", prediction: .philosophersOrdered,
            explored: .brings(.none), fixes: ["philosophers"],
            run: { $0.dinner(meetWithOneFork: $0.philosophers - 1).run(OrderedForks()) }, claims: everybodyEats),
        Variant(
            "philosophers-waiter", "second fix: one chair fewer than forks", prediction: .philosophersWaiter, explored: .brings(.none),
            fixes: ["philosophers"],
            run: { $0.dinner(meetWithOneFork: $0.philosophers - 1).run(Waiter(philosophers: $0.philosophers)) }, claims: everybodyEats),
    ],
    afterRun: afterRun, followUps: followUps, staging: ["Rendezvous.swift"])

lab.main()
