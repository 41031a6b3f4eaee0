import LabKit
import SemaphoreScenario

/// The questions after the runs.
let afterRun: [RunQuestion] = [
    RunQuestion(
        after: "philosophers-ordered", asks: "Which philosopher is the first to finish all meals?",
        because: """
            The order of the forks says nothing about the order of the meals: it only makes a circle impossible. Chance decides
            which one finishes first.
            """
    ) { trace in
        let all = trace.items(onQueuesNamed: "philosopher "), first = all.min { $0.ended ?? .max < $1.ended ?? .max }
        return .one(of: all.compactMap { trace.queueLabel(of: $0) }, right: trace.queueLabel(of: first), at: first?.ended)
    }
]

/// The questions after a wrong guess.
let followUps: [FollowUp<SemaphoreParameters>] = [
    FollowUp(
        after: "spin", "semaphore", "never-answers",
        asks: Variant(
            "signal-first", "two signals before the first wait",
            prediction: Prediction(
                """
                `finished` begins with 0, and gets two signals before the first call of `finished.wait`. How many of the three waits succeed?
                """,
                about: .part(of: "signalTwiceAndWait", from: "let finished", through: "return"),
                choices: ["none: the signals came too early", "one", "two", "three"], answer: 2,
                because: """
                    The signals make the number 2, and each wait takes one away. The third wait finds 0, and its time is over immediately. An early
                    signal is never lost.
                    """, at: .firstTimeout, beside: ["return passed": "{waits that succeeded}"]),
            run: { _ in signalTwiceAndWait() },
            claims: { [Claim("waits that succeeded", $0.observations, "waits", .exactly(2), outOf: 3)] })),
    FollowUp(
        after: "no-limit", "limit-2",
        asks: Variant(
            "one-enlarger", "a semaphore that starts at 1",
            prediction: Prediction(
                "The semaphore starts at 1, and four photographers call `develop`. How many are in `work()` at the same time?",
                about: ["DarkroomForOne.freeEnlargers", "DarkroomForOne.develop"],
                choices: ["one", "two: the one who leaves, and the next one", "all four"], answer: 0,
                because: """
                    The first `wait` takes the number from 1 to 0. Everyone else waits, until `signal` lets the next one in, after `work()` has
                    returned.
                    """, at: .firstWait(.semaphore).or(.begin(2) { $0.items(onQueuesNamed: "photographer ") }),
                beside: ["work()": "{most photographers inside at the same time} at the same time"]),
            run: { _ in Photographers(number: 4, meetInside: 1).develop(in: DarkroomForOne()) },
            claims: { run in
                [
                    Claim("most photographers inside at the same time", run.observations.mostInside, "photographers", .exactly(1)),
                    Claim("photos that are developed", run.observations.photosDeveloped, "photos", .exactly(4), outOf: 4),
                ]
            })),
    FollowUp(
        after: "philosophers", "philosophers-ordered", "philosophers-waiter",
        asks: Variant(
            "three-philosophers", "three philosophers with ordered forks",
            prediction: Prediction(
                """
                Three philosophers share three forks, and the third one sits between fork 3 and fork 1. Which fork does `first.take()` take for
                the third one?
                """,
                about: "OrderedForks.dine", choices: ["fork 3: it is on the left", "fork 1", "the one that is free"], answer: 1,
                because: """
                    `first` is the fork with the lower number. So the third philosopher and the first one both begin with fork 1. The one who
                    comes later waits, and holds nothing.
                    """, at: .opening(.firstWait(.semaphore)),
                beside: ["first.take": "{first forks that the philosophers 1 and 3 have in common} for philosophers 1 and 3"]),
            run: { _ in Dinner(philosophers: 3, meals: 1, meetWithOneFork: 2).run(OrderedForks()) },
            claims: { run in
                let trace = run.trace
                let forks = [1, 3].map { number in
                    trace.waits.filter { wait in
                        wait.kind == .semaphore && trace.queueLabel(of: wait.item.map { trace.items[$0] }) == "philosopher \(number)"
                    }.min { $0.began < $1.began }?.object
                }
                return [
                    Claim(
                        "first forks that the philosophers 1 and 3 have in common", forks[0] != nil && forks[0] == forks[1] ? 1 : 0, "fork",
                        .exactly(1)),
                    Claim("meals that were eaten", run.observations.meals, "meals", .exactly(3), outOf: 3),
                ]
            })),
]
