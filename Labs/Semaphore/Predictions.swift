import LabKit

/// The question before each variant.
extension Prediction {
    static let spin = Prediction(
        """
        The download takes a third of a second. How much processor time does the loop `while !isFinished.load` use until then?
        """,
        about: .part(of: "DownloadTests.downloadSpinning", from: "client.download", through: "while"),
        choices: ["nearly none: the test only waits", "a few percent of the time", "all that the test can get"], answer: 2,
        because: """
            A thread that spins (busy-waits) uses a processor like any other work. The processor cannot know that each check is the same.
            It checks millions of times, and threads with real work get only the remaining time.
            """, at: Moment { trace in trace.items(onQueue: "tests").first?.ended },
        beside: ["looks += 1": "{checks for the photo in the loop}"])

    static let semaphore = Prediction(
        """
        `finished` begins with 0, and the download takes a third of a second. What does the thread do in `finished.wait` until
        then?
        """,
        about: .part(of: "DownloadTests.downloadAtSemaphore", from: "let finished", through: "if finished.wait"),
        choices: ["it checks the value again and again", "it is blocked, and uses no processor time", "it runs the completion"], answer: 1,
        because: """
            A semaphore is a number. A wait that finds 0 blocks its thread, and the system runs other threads meanwhile. A signal makes the
            number 1, and the wait makes it 0 again and continues. A signal that comes before the wait is not lost: the number keeps it.
            """, at: .firstWait(.semaphore))

    static let neverAnswers = Prediction(
        "The server accepts the request and never answers. `patience` is the timeout of the test. What does the test do?",
        about: .part(of: "DownloadTests.downloadAtSemaphore", from: "let finished", through: "log.fail"),
        choices: ["it hangs for ever", "it passes: there was no error", "it fails when the timeout is over"], answer: 2,
        because: """
            `wait(timeout:)` returns and reports that the time was over, so the test fails. Without a timeout the test would hang. Later
            tests would not run, and you would not learn which test was hanging.
            """, at: .firstTimeout,
        beside: ["finished.wait": "{waits that the timeout ended} timed out"])

    static let noLimit = Prediction(
        """
        The darkroom has two enlargers, and six photographers come. How many of them are in the block of `darkroom.develop` at the
        same time?
        """,
        about: ["OpenDarkroom.develop", .part(of: "Photographers.develop", from: "for photographer", through: "inside.leave")],
        choices: ["two: there are two enlargers", "all six"], answer: 1,
        because: """
            The code does not know how many enlargers there are. Each photographer has a queue of their own, so each gets a thread, and
            nothing makes a thread wait.
            """, at: .mostAtOnce { $0.items(onQueuesNamed: "photographer ") })

    static let limit2 = Prediction(
        "Two photographers are in `work()`. What does the third one do at `freeEnlargers.wait()`?",
        about: ["DarkroomForTwo.freeEnlargers", "DarkroomForTwo.develop"],
        choices: ["their thread is blocked until one of the two leaves", "their thread spins", "they get an error"], answer: 0,
        because: """
            The first two calls take the number from 2 to 0. Each later `wait` blocks its thread. Each photographer who leaves calls
            `signal`, which lets one more in. So at most two are inside, however many come.
            """, at: .firstWait(.semaphore).or(.begin(3) { $0.items(onQueuesNamed: "photographer ") }),
        beside: ["work()": "{most photographers inside at the same time} at the same time"])

    static let philosophers = Prediction(
        "All philosophers have returned from `seat.left.take()`. Which philosopher eats first?",
        about: "LeftForkFirst.dine",
        choices: ["the one with the lowest number", "chance decides", "none of them, ever"], answer: 2,
        because: """
            Each right fork is the neighbor's left fork, and a philosopher releases it only after eating. So each waits for the next one,
            all the way round. This circular wait is a deadlock: it uses no processor time, prints nothing, and never ends.
            """, at: .endlessWait,
        beside: ["seat.right.take": "{philosophers that wait for a fork for ever} wait for ever"])

    static let philosophersOrdered = Prediction(
        "There are five philosophers. Four of them have returned from `first.take()`. What does the fifth one hold?",
        about: "OrderedForks.dine",
        choices: ["the last fork", "nothing: they wait for a fork that another one holds"], answer: 1,
        because: """
            Two neighbors take fork 1 first: philosopher 1, and the last one, between fork 5 and fork 1. The later one of them waits and
            holds nothing, so another fork stays free. A philosopher who holds a fork waits only for a higher number. Numbers that
            only grow cannot form a circular wait.
            """, at: .waitWithoutAFork.or(.opening(.firstWait(.semaphore))),
        beside: [
            "holdsOneFork": "{most philosophers that held one fork at the same time (the worst case)} at the same time",
            "seat.eat": "{meals that were eaten} eaten",
        ])

    static let philosophersWaiter = Prediction(
        """
        There are five philosophers. Each takes the left fork first again, in `LeftForkFirst().dine`. Is a deadlock possible?
        """,
        about: ["Waiter.init", "Waiter.dine"],
        choices: ["yes, as before, but less often", "no"], answer: 1,
        because: """
            Four philosophers hold one fork each, so one of the five forks is free. It is the right fork of one of the four. This
            philosopher eats, and then releases two forks. A circular wait would need all five philosophers.
            """, at: .secondFork)
}

/// The waits of each philosopher at forks (and at the waiter), in their order.
private func waitsOfPhilosophers(_ trace: Trace) -> [[Trace.Wait]] {
    let waits = trace.waits.filter { $0.kind == .semaphore && $0.item != nil }
    return Dictionary(grouping: waits) { $0.item ?? 0 }.values.map { $0.sorted { $0.began < $1.began } }
}

extension Moment {
    /// A philosopher who holds nothing is blocked at the first fork.
    fileprivate static let waitWithoutAFork = Moment { trace in
        waitsOfPhilosophers(trace).compactMap(\.first).filter { !$0.passedAtOnce }.map(\.began).min()
    }

    /// A philosopher who sits at the table gets the second fork for the first time.
    fileprivate static let secondFork = Moment { trace in
        waitsOfPhilosophers(trace).compactMap { $0.dropFirst(2).first?.ended }.min()
    }
}
