import LabKit

/// What the learner is asked before each variant runs.
let predictions: [String: Prediction] = [
    "spin": Prediction(
        """
        a test waits for a download that takes a third of a second. It asks "is it there?" in a loop. How much does a processor work \
        for this test meanwhile?
        """,
        choices: ["next to nothing: it only waits", "a few percent of the time", "as much as it can"], answer: 2,
        because: """
            A loop that asks is work like any other. The processor cannot know that the question is always the same; it asks it millions
            of times, and whoever has real work to do gets the rest.
            """),
    "semaphore": Prediction(
        "the same test sleeps at a semaphore until the completion signals. What if the signal comes before the test waits?",
        choices: ["it is lost, and the test hangs", "it is kept: the wait returns at once"], answer: 1,
        because: """
            A semaphore is a number. A signal makes it 1, and a wait that finds 1 takes it and goes on. Here the answer takes its
            time, so the thread sleeps: the system takes it off the processor, and waiting costs nothing but time.
            """),
    "never-answers": Prediction(
        "the server takes the request and never answers. What does the test do?",
        choices: ["it hangs for ever", "it passes: nothing went wrong", "it fails when its timeout is over"], answer: 2,
        because: """
            `wait(timeout:)` comes back and says that the time was over, and the test fails for that reason. Without a timeout it would
            hang, all tests behind it would not run, and nobody would be told which one it was.
            """),
    "no-limit": Prediction(
        "a darkroom has two enlargers and an open door; six photographers come. How many are inside at once?",
        choices: ["two: there are two enlargers", "all who come"], answer: 1,
        because: """
            What a room has room for is not written on its door. Each photographer is on a queue of his own, so each has a thread, and
            nothing makes anybody wait.
            """),
    "limit-2": Prediction(
        "at the door stands a semaphore that begins with 2. What does the third photographer do?",
        choices: ["he sleeps until one of the two leaves", "he asks again and again", "he is sent away"], answer: 0,
        because: """
            The first two take the number from 2 to 0. Whoever waits now sleeps; each `signal` by one who leaves lets one in. So never
            more than two are inside, however many come.
            """),
    "philosophers": Prediction(
        "everybody at the table has the left fork in the hand and waits for the right one. Who eats first?",
        choices: ["the one with the lowest number", "chance decides", "nobody, ever"], answer: 2,
        because: """
            Each right fork is somebody's left fork, and nobody puts his back before he has eaten. They wait in a circle: that is a
            deadlock. The processor has nothing to do, nothing is printed, and it never ends by itself.
            """),
    "philosophers-ordered": Prediction(
        "everybody takes the fork with the lower number first. Four of the five hold one fork each. What does the fifth hold?",
        choices: ["the last fork", "nothing: he waits for a fork that another one holds"], answer: 1,
        because: """
            Two neighbours want fork 1 first: the first one and the last, who sits between fork 5 and fork 1. Whoever of them comes second
            waits with empty hands, and what he would have held stays on the table for others. Whoever holds a fork waits for higher
            numbers only, and numbers that only grow make no circle.
            """),
    "philosophers-waiter": Prediction(
        "everybody takes the left fork first again, but a waiter lets only four of the five sit down. Can they come to a deadlock?",
        choices: ["yes, as before, only more seldom", "no"], answer: 1,
        because: """
            Four hold a fork each, so one of the five forks is left over, and it lies beside somebody who needs just that one. He eats
            and puts two forks back. A circle would need all five.
            """),
]
