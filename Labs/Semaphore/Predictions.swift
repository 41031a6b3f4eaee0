import LabKit

/// The question before each variant.
extension Prediction {
    static let spin = Prediction(
        """
        A test waits for a download that takes a third of a second. It checks "is it there?" in a loop. How much processor time does \
        this wait use?
        """,
        choices: ["nearly none: the test only waits", "a few percent of the time", "all that the test can get"], answer: 2,
        because: """
            A thread that spins (busy-waits) uses a processor like any other work. The processor cannot know that each check is the same.
            It checks millions of times, and threads with real work get only the remaining time.
            """)

    static let semaphore = Prediction(
        "The same test waits at a semaphore until the completion signals. What happens if the signal comes before the test waits?",
        choices: ["it is lost, and the test hangs", "it is kept, and the wait returns immediately"], answer: 1,
        because: """
            A semaphore is a number. A signal makes it 1. A wait that finds 1 makes it 0 and continues. Here the answer takes a while, so
            the thread is blocked. The system runs other threads meanwhile, so this wait uses no processor time.
            """)

    static let neverAnswers = Prediction(
        "The server accepts the request and never answers. The test waits with a timeout. What does the test do?",
        choices: ["it hangs for ever", "it passes: there was no error", "it fails when the timeout is over"], answer: 2,
        because: """
            `wait(timeout:)` returns and reports that the time was over, so the test fails. Without a timeout the test would hang. Later
            tests would not run, and you would not learn which test was hanging.
            """)

    static let noLimit = Prediction(
        "A darkroom has two enlargers. Nothing limits the photographers, and six come. How many are inside at the same time?",
        choices: ["two: there are two enlargers", "all six"], answer: 1,
        because: """
            The code does not know how many enlargers there are. Each photographer has a queue of their own, so each gets a thread, and
            nothing makes a thread wait.
            """)

    static let limit2 = Prediction(
        "Each photographer calls `wait` on a semaphore that starts at 2. Two are inside. What does the third photographer do?",
        choices: ["their thread is blocked until one of the two leaves", "their thread spins", "they get an error"], answer: 0,
        because: """
            The first two calls take the number from 2 to 0. Each later `wait` blocks its thread. Each photographer who leaves calls
            `signal`, which lets one more in. So at most two are inside, however many come.
            """)

    static let philosophers = Prediction(
        "Every philosopher at the table holds the left fork and waits for the right fork. Which philosopher eats first?",
        choices: ["the one with the lowest number", "chance decides", "none of them, ever"], answer: 2,
        because: """
            Each right fork is the neighbor's left fork, and a philosopher releases it only after eating. So each waits for the next one,
            all the way round. This circular wait is a deadlock: it uses no processor time, prints nothing, and never ends.
            """)

    static let philosophersOrdered = Prediction(
        "Every philosopher takes the fork with the lower number first. Four of the five hold one fork each. What does the fifth hold?",
        choices: ["the last fork", "nothing: they wait for a fork that another one holds"], answer: 1,
        because: """
            Two neighbors take fork 1 first: philosopher 1, and the last one, between fork 5 and fork 1. The later one of them waits and
            holds nothing, so another fork stays free. A philosopher who holds a fork waits only for a higher number. Numbers that
            only grow cannot form a circular wait.
            """)

    static let philosophersWaiter = Prediction(
        "Each takes the left fork first again, but a waiter lets only four of the five sit down. Is a deadlock possible?",
        choices: ["yes, as before, but less often", "no"], answer: 1,
        because: """
            Four philosophers hold one fork each, so one of the five forks is free. It is the right fork of one of the four. This
            philosopher eats, and then releases two forks. A circular wait would need all five philosophers.
            """)
}
