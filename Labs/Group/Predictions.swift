import LabKit

/// The question before each variant.
extension Prediction {
    static let tooEarly = Prediction(
        "A loop starts the downloads. The line after the loop calls `completion()`. How many downloads does that line wait for?",
        choices: ["all of them", "the first one", "none"], answer: 2,
        because: """
            The call that starts a download returns immediately; the download runs asynchronously. After the loop, all downloads have
            begun, but nothing waits until they have ended.
            """, at: .firstMainBlock)

    static let wait = Prediction(
        """
        A block on a background queue starts the downloads and calls `group.wait()`. What does its thread do until the last download
        has ended?
        """,
        choices: ["it runs the downloads", "it runs other blocks", "nothing: it is blocked"], answer: 2,
        because: """
            A group counts: `enter` adds one, `leave` subtracts one, and `wait` returns at zero. Until then the thread that called `wait`
            is blocked and can do nothing else. The photos come from the network, which needs none of your threads.
            """, at: .firstWait(.group))

    static let notify = Prediction(
        "The code calls `group.notify` instead of `wait`. Which thread is blocked until the group is empty?",
        choices: ["the one that called `notify`", "the main thread, which shows the photos", "none"], answer: 2,
        because: """
            `notify` stores a block in the group and returns immediately. The last call of `leave` makes the group empty, and submits that
            block to its queue. No thread has to wait for that.
            """, at: Moment { trace in trace.events.last { $0.kind == .groupLeft }?.time })

    static let timeout = Prediction(
        "The server never answers the last request. `group.wait(timeout:)` returns when the time is over. Is the group empty then?",
        choices: ["yes, the timeout empties it", "no, its count is still above zero"], answer: 1,
        because: """
            A timeout ends the wait, not the work. The lab then cancels the downloads that have not ended. A cancelled download fails, and
            a failed download calls `leave` like any other. So the group does become empty afterwards.
            """, at: .firstTimeout)

    static let forgottenLeave = Prediction(
        """
        When a download fails, its closure returns before it calls `group.leave()`. One of the downloads fails. When does
        `group.wait()` return?
        """,
        choices: ["when the last download has ended", "never", "at the failure, with an error"], answer: 1,
        because: """
            The group knows a number, not downloads. After four calls of `enter` and three of `leave`, its count stays at one for ever.
            With `defer { group.leave() }` as the first line of the closure, every code path leaves the group.
            """, at: Moment { trace in trace.events.last { $0.kind == .groupLeft }?.time })

    static let leaveTwice = Prediction(
        "A download that fails calls `group.leave()` twice, before the other downloads have ended. What happens?",
        choices: [
            "nothing: the group ignores the extra call", "the group is empty too early, and then the process dies",
            "the photos are never shown",
        ], answer: 1,
        because: """
            The extra `leave` makes the count reach zero while one download is still running: the group is empty too early. When that
            download calls `leave`, the count would fall below zero, and libdispatch ends the process.
            """, at: .end)

    static let taskGroup = Prediction(
        "With Swift's task group, your code calls neither `enter` nor `leave`. When does `withTaskGroup` return?",
        choices: ["when every child task has ended", "when the loop that adds them is over", "when the first result arrives"], answer: 0,
        because: """
            A task group returns only after all its child tasks have ended, whatever they return or throw. You count nothing by hand, so
            you can forget nothing. While it awaits, the task is suspended and no thread is blocked.
            """, at: .firstMainBlock)
}
