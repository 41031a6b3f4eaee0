import LabKit

/// What the learner is asked before each variant runs.
let predictions: [String: Prediction] = [
    "too-early": Prediction(
        "a loop starts the downloads, and the line behind the loop calls `completion()`. How many downloads does that line wait for?",
        choices: ["all of them", "the first one", "none"], answer: 2,
        because: """
            The call that starts a download returns at once; the download itself goes on elsewhere. When the loop is over all downloads
            have begun, and nothing in it waits for their end.
            """),
    "wait": Prediction(
        """
        a block on a background queue starts the downloads and calls `group.wait()`. What does its thread do until the last one has
        ended?
        """,
        choices: ["the downloads", "other blocks", "nothing: it stands still"], answer: 2,
        because: """
            A group counts: `enter` adds one, `leave` takes one away, and `wait` returns at zero. Until then the thread that called it can
            do nothing else. The photos come from the network, which needs no thread of yours to wait beside it.
            """),
    "notify": Prediction(
        "`group.notify` in place of `wait`: which thread stands still until the group is empty?",
        choices: ["the one that called `notify`", "the main thread, which shows the photos", "none"], answer: 2,
        because: """
            `notify` leaves a block with the group and returns at once. Whoever calls the last `leave` makes the group empty, and so
            puts that block on its queue. Nobody has to wait for that.
            """),
    "timeout": Prediction(
        "the server never answers the last request. `group.wait(timeout:)` returns when the time is over. Is the group empty then?",
        choices: ["yes, the timeout empties it", "no, somebody is still inside"], answer: 1,
        because: """
            A timeout ends the waiting, not the work. The lab then cancels the downloads that are still under way; a cancelled download
            fails, a failed one leaves like any other, and so the group does become empty.
            """),
    "forgotten-leave": Prediction(
        """
        the closure of a download that fails returns before its `group.leave()`. One of the downloads fails. When does
        `group.wait()` return?
        """,
        choices: ["when the last download has ended", "never", "at the failure, with an error"], answer: 1,
        because: """
            The group does not know about downloads; it knows a number. Entered four times and left three times, it stays at one for ever.
            `defer { group.leave() }` as the closure's first line leaves on every way out.
            """),
    "leave-twice": Prediction(
        "a download that fails calls `group.leave()` twice, and there are others that have not ended yet. What comes of it?",
        choices: [
            "nothing: the group ignores what is too much", "the group is empty too early, and then the process dies",
            "the photos are never shown",
        ], answer: 1,
        because: """
            The leave that is too many stands for somebody who is still inside: the group is empty one download too early. When that
            one leaves in its turn the count would go below zero, and libdispatch ends the process.
            """),
    "task-group": Prediction(
        "with Swift's task group nobody calls `enter` or `leave`. When is it left behind?",
        choices: ["when every child task has ended", "when the loop that adds them is over", "when the first result is there"], answer: 0,
        because: """
            A task group does not return before all its children have ended, whatever they return or throw. There is nothing to count by
            hand, so nothing to forget; and while it awaits, no thread stands still for it.
            """),
]
