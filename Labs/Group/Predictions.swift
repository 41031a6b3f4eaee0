import LabKit

/// The question before each variant.
extension Prediction {
    static let tooEarly = Prediction(
        "How many of the downloads does the line `DispatchQueue.main.async` wait for?",
        about: .part(of: "TooEarly.downloadPhotos", from: "for address"),
        choices: ["all of them", "the first one", "none"], answer: 2,
        because: """
            The call that starts a download returns immediately; the download runs asynchronously. After the loop, all downloads have
            begun, but nothing waits until they have ended.
            """, at: .firstMainBlock,
        beside: ["DispatchQueue.main.async": "{downloads that had ended when the photos were shown} had ended"])

    static let wait = Prediction(
        """
        A thread of a background queue runs this code. What does it do in `group.wait()`, until the last download has ended?
        """,
        about: .part(of: "WaitingGroup.download", from: "let group", through: "group.wait"),
        choices: ["it runs the downloads", "it runs other blocks", "nothing: it is blocked"], answer: 2,
        because: """
            A group counts: `enter` adds one, `leave` subtracts one, and `wait` returns at zero. Until then the thread that called `wait`
            is blocked and can do nothing else. The photos come from the network, which needs none of your threads.
            """, at: .firstWait(.group))

    static let notify = Prediction(
        "Which thread is blocked after `group.notify`, until the group is empty?",
        about: .part(of: "NotifyingGroup.downloadPhotos", from: "let group", through: "group.notify"),
        choices: ["the one that called `notify`", "the main thread, which shows the photos", "none"], answer: 2,
        because: """
            `notify` stores a block in the group and returns immediately. The last call of `leave` makes the group empty, and submits that
            block to its queue. No thread has to wait for that.
            """, at: Moment { trace in trace.events.last { $0.kind == .groupLeft }?.time },
        beside: ["group.notify": "{downloads that had ended when the photos were shown} had ended when its block ran"])

    static let timeout = Prediction(
        """
        The server never answers the last request, so `group.wait(timeout: .now() + patience)` returns when the time is over. Is
        the group empty then?
        """,
        about: [
            .part(of: "TimeLimit.download", from: "group.enter", through: "}"),
            .part(of: "TimeLimit.download", from: "if group.wait", through: "group.notify"),
        ],
        choices: ["yes, the timeout empties it", "no, its count is still above zero"], answer: 1,
        because: """
            A timeout ends the wait, not the work. The lab then cancels the downloads that have not ended. A cancelled download fails, and
            a failed download calls `leave` like any other. So the group does become empty afterwards.
            """, at: .firstTimeout,
        beside: [
            "group.wait(timeout": "{waits that ended with a timeout} timed out",
            "download.cancel": "{downloads cancelled because no answer had come} cancelled",
        ])

    static let forgottenLeave = Prediction(
        "One of the downloads fails. When does `group.wait()` return?",
        about: .part(of: "ForgottenLeave.download", from: "let group", through: "group.wait"),
        choices: ["when the last download has ended", "never", "at the failure, with an error"], answer: 1,
        because: """
            The group knows a number, not downloads. After four calls of `enter` and three of `leave`, its count stays at one for ever.
            With `defer { group.leave() }` as the first line of the closure, every code path leaves the group.
            """, at: Moment { trace in trace.events.last { $0.kind == .groupLeft }?.time },
        beside: ["group.leave": "{downloads that never left the group} never left"])

    static let leaveTwice = Prediction(
        "One download fails before the others have ended, so `if case .failure = result` is true there. What happens?",
        about: .part(of: "LeaveTwice.downloadPhotos", from: "let group", through: "group.notify"),
        choices: [
            "nothing: the group ignores one `leave` too many", "the group is empty too early, and then the process dies",
            "the photos are never shown",
        ], answer: 1,
        because: """
            The extra `leave` makes the count reach zero while one download is still running: the group is empty too early. When that
            download calls `leave`, the count would fall below zero, and libdispatch ends the process.
            """, at: .end)

    static let taskGroup = Prediction(
        "Here your code calls neither `enter` nor `leave`. When does `withTaskGroup` return?",
        about: .part(of: "TaskGroupDownload.downloadPhotos", from: "await withTaskGroup"),
        choices: ["when every child task has ended", "when the loop that adds them is over", "when the first result arrives"], answer: 0,
        because: """
            A task group returns only after all its child tasks have ended, whatever they return or throw. You count nothing by hand, so
            you can forget nothing. While it awaits, the task is suspended and no thread is blocked.
            """, at: .firstMainBlock,
        beside: ["for await": "{downloads that had ended when the photos were shown} had ended when it returned"])
}
