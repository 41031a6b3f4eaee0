import LabKit
import OperationsScenario

struct OperationsParameters: LabParameters {
    @Option(help: "Numbers that a counting operation prints (10 to 5000; default: 1000).", transform: within(10...5000))
    var numbers = 1000
}

let lab = Lab<OperationsParameters>(
    name: "lab-operations",
    title: "Operations: which thread runs them, and when are they finished?",
    about: """
        An operation is an object for a piece of work. A program runs operations that print the number of their thread and count to
        1000. It starts them by hand, or adds them to a queue. One goes on after `start()` has returned. Eleven variants show
        when an operation is finished. Six of them contain a bug.
        """,
    next: [
        "`swift run lab-operations --variant counting --repeat 10` counts in ten runs. In how many of them do the two outputs mix?",
        "`swift run lab-operations --variant silent-finish --step` tells event by event what the queue waits for.",
        "`swift run lab-operations --explore --variant started-in-queue` shows how a second start can end.",
    ],
    variants: [
        Variant(
            "start", "start() by hand: the operation runs here and now", prediction: .start, explored: .brings(.none),
            run: { startByHand(upTo: $0.numbers) }, claims: startClaims),
        Variant(
            "queue", "a queue starts the operations, on other threads", prediction: .queue,
            explored: .brings(.none, outcomes: 6), fixes: ["start"],
            run: { _ in runOnQueue(meeting: Meeting(of: 3)) }, claims: queueClaims),
        Variant(
            "counting", "two counting operations at the same time: their output mixes", prediction: .counting,
            explored: .brings(.assertion), run: { countTogether(upTo: $0.numbers, meeting: Meeting(of: 2)) }, claims: countingClaims),
        Variant(
            "apart", "each operation collects its numbers, and prints them in one piece", prediction: .apart,
            explored: .brings(.none, outcomes: 2),
            fixes: ["counting"], run: { collectFirst(upTo: $0.numbers, meeting: Meeting(of: 2)) }, claims: apartClaims),
        Variant(
            "blocks", "a block operation with three blocks, and a completion block", prediction: .blocks, explored: .brings(.none),
            run: { _ in runSeveralBlocks() }, claims: blocksClaims),
        Variant(
            "silent-finish", "an asynchronous operation that does not announce its end", prediction: .silentFinish,
            explored: .brings(.deadlock),
            expected: .hanging(lesson: "the queue waits for a notification that is never sent"), timeLimit: .milliseconds(1500),
            run: { _ in _ = downloadSilently() }, traceClaims: silentFinishClaims),
        Variant(
            "announced-finish", "the same, with the notifications", prediction: .announcedFinish, explored: .brings(.none),
            fixes: ["silent-finish", "finished-twice"], run: { _ in downloadAndAnnounce() }, claims: announcedFinishClaims),
        Variant(
            "finished-twice", "an operation with main() that also announces its end", prediction: .finishedTwice,
            explored: .brings(.assertion), run: { _ in finishTwice() }, claims: finishedTwiceClaims),
        Variant(
            "added-twice", "one operation is added to a queue twice", prediction: .addedTwice, explored: .brings(.assertion),
            expected: .death(lesson: "Foundation stops a program that adds an operation again"), timeLimit: .seconds(5),
            run: { _ in addTwice() }, traceClaims: addedTwiceClaims),
        Variant(
            "started-in-queue", "an operation in a queue is started by hand, too", prediction: .startedInQueue,
            explored: .brings(.assertion),
            expected: .death(lesson: "Foundation stops a program that starts an operation that is running"), timeLimit: .seconds(9),
            run: { _ in startInQueue(meeting: Meeting(of: 2)) }, traceClaims: startedInQueueClaims),
        Variant(
            "tasks", "Swift's own way: child tasks and an actor", prediction: .tasks,
            explored: .brings(.none, outcomes: 2), fixes: ["counting"], lanes: .tasks,
            runAsynchronously: { await countWithTasks(upTo: $0.numbers) }, claims: tasksClaims),
    ],
    afterRun: afterRun, followUps: followUps, staging: ["Meeting.swift"])

lab.main()
