import LabKit
import WakeupScenario

/// The questions after the runs.
let afterRun: [RunQuestion] = [
    RunQuestion(
        after: "if", "while", asks: "Which customer leaves `wait` first?",
        because: "`broadcast` wakes all of them, and they need the lock again. Nothing orders them."
    ) { trace in
        let waits = trace.waits.filter { $0.kind == .condition && $0.ended != nil }
        let first = waits.min { ($0.ended ?? 0) < ($1.ended ?? 0) }
        return .one(of: waits.compactMap { trace.threadName($0.lane) }.sorted(), right: trace.threadName(first?.lane), at: first?.ended)
    }
]

/// The questions after a wrong guess.
let followUps: [FollowUp<WakeupParameters>] = [
    FollowUp(
        after: "if", "while",
        asks: Variant(
            "one-signal", "two loaves and one signal",
            prediction: Prediction(
                "Two customers wait in `buyBread`. The baker calls `bringTwoLoaves`. What do they do?",
                about: ["TrayCounter.buyBread", .part(of: "TrayCounter.bringTwoLoaves", through: "signal")],
                choices: ["both take a loaf", "one takes a loaf, and the other one sleeps in front of the second loaf", "one takes both"],
                answer: 1,
                because:
                    "`signal` wakes one thread. There is a loaf for the other one, and nothing wakes it. Use `broadcast`, or one `signal` for each loaf.",
                at: .endlessWait, beside: ["changed.signal": "{customers who wait for ever} for ever"]),
            expected: .hanging(lesson: "there were two loaves, and one signal"), lanes: .threads, timeLimit: .seconds(2),
            run: { _ in serveTwoLoaves() }, traceClaims: { [stuckClaim($0, .condition, .exactly(1))] })),
    FollowUp(
        after: "too-early", "remembered",
        asks: Variant(
            "twice", "two waits for one ring",
            prediction: Prediction(
                "The bell rings once. Then a customer calls `waitForRing` two times. What does the second call do?",
                about: ["RememberingBell.waitForRing", "RememberingBell.ring"],
                choices: ["it waits for the next ring", "it returns immediately, too"], answer: 1,
                because: "`hasRung` stays true. It is a state, and not a signal. If each ring is for one wait, count the rings.",
                at: .last("customer"), beside: ["while !hasRung": "{waits that are over}"]),
            lanes: .threads, run: { _ in waitTwice() },
            claims: { [Claim("waits that are over", $0.observations.wentOn, "waits", .exactly(2), outOf: 2)] })),
    FollowUp(
        after: "unlocked", "locked",
        asks: Variant(
            "signal-later", "the signal after the lock",
            prediction: Prediction(
                "Now `becomeHot` releases the lock, and then it signals. Can the signal be lost?",
                about: "LaterSignalOven.becomeHot",
                choices: ["yes: it can come before the wait", "no: the customer waits already, or sees the heat"], answer: 1,
                because:
                    "The state changed under the lock. A customer who looks after that does not wait. One who looked before waits by then.",
                at: .opening(.last("customer")), beside: ["changed.signal": "{customers who go on} goes on"]),
            lanes: .threads, run: { _ in bakeWithLaterSignal() }, claims: { [endClaim($0.observations)] })),
    FollowUp(
        after: "two-kinds", "broadcast",
        asks: Variant(
            "tray", "one kind of customers",
            prediction: Prediction(
                "Two customers wait in `buyBread`, and all customers are of one kind. The baker calls `bringTwoLoaves`. Is one `signal` enough?",
                about: ["TrayCounter.buyBread", .part(of: "TrayCounter.bringTwoLoaves", through: "signal")],
                choices: ["yes: each of them can use it", "no: it wakes one of them, and there are two loaves"], answer: 1,
                because: "`signal` is right if one thread can go on, and any thread that waits can be this one. Otherwise use `broadcast`.",
                at: .endlessWait, beside: ["changed.signal": "{customers who wait for ever} for ever"]),
            expected: .hanging(lesson: "there were two loaves, and one signal"), lanes: .threads, timeLimit: .seconds(2),
            run: { _ in serveTwoLoaves() }, traceClaims: { [stuckClaim($0, .condition, .exactly(1))] })),
    FollowUp(
        after: "semaphore", "group",
        asks: Variant(
            "early-signal", "a semaphore that is signalled before the wait",
            prediction: Prediction(
                "The baker calls `open`, and then a customer calls `enter`. What happens?",
                about: ["SemaphoreDoor.isOpen", "SemaphoreDoor.enter", "SemaphoreDoor.open"],
                choices: ["the customer waits for ever: the signal is over", "the customer goes in"], answer: 1,
                because:
                    "A semaphore stores its signals, and a condition variable does not. So it is right for one thread that waits once.",
                at: .last("customer"), beside: ["isOpen.wait": "{customers who go on} goes on"]),
            lanes: .threads, run: { _ in openEarly() }, claims: { [endClaim($0.observations)] })),
    FollowUp(
        after: "task", "looks-first",
        asks: Variant(
            "finished-stream", "the end of a stream as an event",
            prediction: Prediction(
                "The stream is finished, and then a task calls `waitForOpening`. What happens?",
                about: "waitForOpening",
                choices: ["it is suspended for ever", "its loop ends immediately"], answer: 1,
                because: "A finished stream stays finished, so its end is a state. Each task that comes later sees it.",
                at: .opening(.last("customer")), beside: ["for await": "{customers who go on} goes on"]),
            lanes: .tasks, runAsynchronously: { _ in await finishStream() }, claims: { [endClaim($0.observations)] })),
]
