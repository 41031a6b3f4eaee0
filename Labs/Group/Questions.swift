import GroupScenario
import LabKit

/// The questions after the runs.
let afterRun: [RunQuestion] = [
    RunQuestion(
        after: "wait", asks: "Which thread makes the last call of `group.leave()`?",
        because: """
            Any thread can leave a group: here it is a thread of the pool that got the last answer. This call makes the group empty, and so it
            ends the wait.
            """
    ) { trace in
        let last = trace.left.last
        return .one(of: trace.threadNames, right: trace.threadName(last.map { Int($0.lane) }), at: last?.time)
    }
]

/// The questions after a wrong guess.
let followUps: [FollowUp<GroupParameters>] = [
    FollowUp(
        after: "too-early", "wait", "notify", "timeout",
        asks: Variant(
            "enter-inside", "enter() in the blocks, and not before them",
            prediction: Prediction(
                "`queue` is suspended, so its three blocks cannot begin yet. When does `group.wait()` return?",
                about: .part(of: "enterInside", from: "queue.suspend", through: "queue.resume"),
                choices: ["when all blocks have called `group.leave()`", "immediately", "never"], answer: 1,
                because: """
                    A group counts calls of `enter`, and none was made yet: the group is empty. So call `enter` before you submit the work,
                    and `leave` in it.
                    """, at: .opening(.end), beside: ["let seen": "{photos that had arrived after the wait}"]),
            run: { _ in enterInside(3) },
            claims: {
                [
                    Claim(
                        "photos that had arrived after the wait", $0.observations, "photos", .exactly(0), outOf: 3, showsMistake: true)
                ]
            })),
    FollowUp(
        after: "forgotten-leave", "leave-twice", "task-group",
        asks: Variant(
            "deferred-leave", "leave() in a defer statement",
            prediction: Prediction(
                "Photo 2 is missing, so its block returns early. How many calls of `group.leave()` does the group get from three blocks?",
                about: .part(of: "leaveInEachCase", from: "let shown", through: "group.wait"), choices: ["two", "three", "four"], answer: 1,
                because: """
                    The `defer` statement runs on every way out of the block, also at the early `return`. So each `enter` has its `leave`, and
                    the wait ends.
                    """, at: Moment { trace in trace.events.last { $0.kind == .groupLeft }?.time },
                beside: ["defer": "{calls of leave}", "shown.add": "{photos that were shown} shown"]),
            run: { _ in leaveInEachCase(3) },
            claims: { run in
                [
                    Claim("calls of leave", run.trace.left.count, "calls", .exactly(3), outOf: 3),
                    Claim("photos that were shown", run.observations, "photos", .exactly(2), outOf: 3),
                ]
            })),
]
