import DependenciesScenario
import LabKit

struct DependenciesParameters: LabParameters {
    @Option(
        help: ArgumentHelp("Milliseconds that the server takes to answer (1 to 500; default: 20).", valueName: "ms"),
        transform: within(1...500))
    var latency = 20
}

extension Setting<DependenciesParameters> {
    var seconds: Double { Double(parameters.latency) / 1000 }
}

let lab = Lab<DependenciesParameters>(
    name: "lab-dependencies",
    title: "Dependencies: an operation that waits for another one",
    about: """
        An app downloads a photo and then colors it brown, with an operation for each of the two. An operation can depend on others: it
        starts when all of them have finished. Ten variants show what this promises, and what it does not. Four of them are wrong.
        """,
    next: [
        "`swift run lab-dependencies --variant diamond --step` tells for each operation why it can start.",
        "`swift run lab-dependencies --variant two-queues --latency 200` has slower downloads: which operations still overlap?",
        "`swift run lab-dependencies --explore --variant cycle` names the circular wait.",
    ],
    variants: [
        Variant(
            "without", "the filter is added after the download, without a dependency", prediction: .without, explored: .brings(.assertion),
            run: { filterWithoutDependency(latency: $0.seconds, meeting: Meeting(of: 2)) }, claims: withoutClaims),
        Variant(
            "with", "the filter depends on the download", prediction: .with, explored: .brings(.none), fixes: ["without"],
            run: { filterWithDependency(latency: $0.seconds) }, claims: withClaims),
        Variant(
            "removed", "a dependency is removed again: on Linux the operation never starts", prediction: .removed,
            explored: .brings(.deadlock),
            expected: .hanging(lesson: "`removeDependency` does not make the operation ready on Linux"), timeLimit: .milliseconds(1500),
            run: { _ = removeDependency(latency: $0.seconds) }, traceClaims: removedClaims),
        Variant(
            "replaced", "a new operation takes its place, which never had the dependency", prediction: .replaced,
            explored: .brings(.none, outcomes: 2),
            fixes: ["removed"], run: { replaceOperation(latency: $0.seconds, meeting: Meeting(of: 2)) }, claims: replacedClaims),
        Variant(
            "diamond", "two operations depend on one, and a fourth depends on both", prediction: .diamond,
            explored: .brings(.none, outcomes: 2),
            run: { showFramedPhoto(latency: $0.seconds, meeting: Meeting(of: 2)) }, claims: diamondClaims),
        Variant(
            "two-queues", "downloads on one queue, filters on another", prediction: .twoQueues, explored: .brings(.none),
            fixes: ["without"], run: { filterOnTwoQueues(latency: $0.seconds, meeting: Meeting(of: 2)) }, claims: twoQueuesClaims),
        Variant(
            "cancelled", "the download is cancelled, and the filter runs all the same", prediction: .cancelled,
            explored: .brings(.assertion), run: { _ in cancelDownload() }, claims: cancelledClaims),
        Variant(
            "checked", "the filter looks at the result before it uses it", prediction: .checked, explored: .brings(.none),
            fixes: ["cancelled"], run: { _ in cancelDownloadAndCheck() }, claims: checkedClaims),
        Variant(
            "cycle", "two operations depend on each other", prediction: .cycle, explored: .brings(.deadlock),
            expected: .hanging(lesson: "each operation waits for the other one: a circular wait"), timeLimit: .milliseconds(1200),
            run: { _ in _ = waitForEachOther() }, traceClaims: cycleClaims),
        Variant(
            "tasks", "Swift's own way: the filter awaits the value of the download", prediction: .tasks, explored: .brings(.none),
            fixes: ["without", "cancelled"], lanes: .tasks,
            runAsynchronously: { await filterWithTasks(latency: .milliseconds($0.latency)) },
            claims: tasksClaims),
    ],
    afterRun: afterRun, followUps: followUps, staging: ["Meeting.swift"])

lab.main()
