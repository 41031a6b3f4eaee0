import LabKit
import SendableScenario

/// The questions after the runs.
let afterRun: [RunQuestion] = [
    RunQuestion(
        after: "concurrent", asks: "Which task is the first to end?",
        because: "Both run at the same time, if the machine has a thread for each. Chance decides which one is faster."
    ) { trace in
        let ends = ["screen", "robot"].compactMap { name in
            trace.items.filter { $0.label == name }.compactMap(\.ended).max().map { (name, $0) }
        }
        let first = ends.min { $0.1 < $1.1 }
        return .one(of: ["screen", "robot"], right: first?.0, at: first?.1)
    }
]

/// The questions after a wrong guess.
let followUps: [FollowUp<SendableParameters>] = [
    FollowUp(
        after: "shared", "unchecked", "unsafe-global", "callback",
        asks: Variant(
            "safe-callback", "a C function that calls back, and a counter with a mutex",
            prediction: Prediction(
                """
                A C function calls the closure on its own thread. `MutexGate` adds 3 to a count in a `Mutex`. How many visitors are counted
                at the end?
                """,
                about: "countSafelyWithCallback", choices: ["3", "6", "3 or 6: the compiler cannot see the second thread"], answer: 1,
                because: """
                    The compiler does not see this thread, and need not. The count is in a `Mutex`, so each thread that comes is safe.
                    Protect the data, and not its callers.
                    """, at: .callbackTurns, beside: ["startThread": "{visitors who are not counted} are lost"]),
            lanes: .threads, run: { _ in mainLoop("south gate") { countSafelyWithCallback(3) } },
            claims: { run in [Claim("visitors who are not counted", 6 - run.observations, "visitors", .exactly(0), outOf: 6)] })),
    FollowUp(
        after: "unchecked-lock", "mutex", "atomic",
        asks: Variant(
            "forgotten-lock", "a class with a lock, and a method that forgets it",
            prediction: Prediction(
                """
                The class is `@unchecked Sendable`. Two threads call `enter` and `enterWithTickets` at the same time. What happens?
                """,
                about: [
                    "ForgetfulCounter.enter",
                    .part(of: "ForgetfulCounter.enterWithTickets", from: "func", through: "count = before"),
                ],
                choices: [
                    "`enterWithTickets` waits for the lock, too", "a group is lost", "nothing: the compiler refuses `enterWithTickets`",
                ], answer: 1,
                because: """
                    A lock protects only from code that acquires it. With `@unchecked` the compiler looks at no method of the class. With a
                    `Mutex` it would refuse the line.
                    """, at: .begins("north gate"), beside: ["let before": "{visitors who are not counted} are lost"]),
            lanes: .tasks, run: { _ in mainLoop("south gate") { await countWithTickets(3, ForgetfulCounter(Meeting())) } },
            claims: { run in
                [
                    Claim(
                        "visitors who are not counted", 6 - run.observations, "visitors", .exactly(3), outOf: 6, showsMistake: true),
                    CompilerQuestion(["ForgetfulCounter.swift", "Meeting.swift", "Work.swift"]).isAccepted(),
                ]
            })),
    FollowUp(
        after: "used-after", "sending",
        asks: Variant(
            "label", "a part of a value that was sent",
            prediction: Prediction(
                """
                `label` is an object that the roll refers to. Its class is not `Sendable`. The roll is sent, and then the camera writes on
                the label. What does the compiler say?
                """,
                about: "labelAfterwards",
                choices: [
                    "nothing: only `roll` was sent", "an error: the label went away with the roll", "an error: `label` is a constant",
                ],
                answer: 1,
                because: """
                    `roll` and `label` are in one region, because the one leads to the other. The region is sent as a whole. So the later
                    use of the label is refused, too.
                    """, at: .begins("laboratory"), beside: ["send(roll)": "{the compiler's words}"]),
            lanes: .tasks, run: { _ in mainLoop("camera") { await labelAfterwards() } },
            claims: { _ in CompilerQuestion(["Label.swift", "Roll.swift", "Meeting.swift", "Work.swift"]).isRefused(at: "send(roll)") })),
    FollowUp(
        after: "nonsending", "concurrent", "main-actor",
        asks: Variant(
            "from-actor", "a `nonisolated(nonsending)` function that an actor calls",
            prediction: Prediction(
                "A task calls `develop` of this actor. Where does `developHere` run?",
                about: ["developHere", "Laboratory"],
                choices: [
                    "on the main thread", "on the actor `Laboratory`", "in the thread pool, and the actor is free meanwhile",
                ], answer: 1,
                because: """
                    The function stays on the actor of its caller. The main thread is the place of one actor only, the main actor.
                    So a long calculation keeps this actor busy, too.
                    """, at: .begins("laboratory"), beside: ["developHere(Roll())": "{pieces of the task on the actor}"]),
            lanes: .tasks, run: { _ in mainLoop("app") { await developOnActor() } },
            claims: { run in
                [
                    // A function that leaves the actor makes two pieces: one before it, and one after it.
                    Claim("pieces of the task on the actor", run.trace.items(onQueue: "Laboratory").count, "pieces", .exactly(1))
                ]
            })),
]
