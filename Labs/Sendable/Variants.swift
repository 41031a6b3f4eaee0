import LabKit
import SendableScenario

let variants: [Variant<SendableParameters>] = [
    Variant(
        "shared", "two threads with one counter: the compiler refuses it", prediction: .shared, explored: .brings(.race), lanes: .tasks,
        run: { setting in mainLoop("south gate") { await countWithoutProtection(setting.people, Meeting()) } },
        claims: { run in
            lostClaims(run)
                + CompilerQuestion(["Shared.swift", "Counter.swift", "Meeting.swift", "Work.swift"]).isRefused(at: "Task.detached")
        }),
    Variant(
        "unchecked", "`@unchecked Sendable` without a lock: the compiler accepts it", prediction: .unchecked, explored: .brings(.race),
        lanes: .tasks, run: { setting in mainLoop("south gate") { await countAtBothGates(setting.people, UncheckedCounter(Meeting())) } },
        claims: { run in
            lostClaims(run) + [CompilerQuestion(["UncheckedCounter.swift", "Gates.swift", "Meeting.swift", "Work.swift"]).isAccepted()]
        }),
    Variant(
        "unchecked-lock", "fix: a lock keeps the promise of `@unchecked`", prediction: .uncheckedLock, explored: .brings(.none),
        fixes: ["unchecked", "shared"], lanes: .tasks,
        run: { setting in mainLoop("south gate") { await countAtBothGates(setting.people, LockedCounter()) } },
        claims: { run in
            let files = ["LockedCounter.swift", "Gates.swift", "Work.swift"]
            return allCountedClaims(run) + [CompilerQuestion(files).isAccepted()]
                + CompilerQuestion(files, replacing: ", @unchecked Sendable").isRefused(
                    "lines refused without `@unchecked`", at: "var count")
        }),
    Variant(
        "mutex", "fix: a `Mutex` around the count, which the compiler checks", prediction: .mutex, explored: .brings(.none),
        fixes: ["shared", "unchecked"], lanes: .tasks,
        run: { setting in mainLoop("south gate") { await countAtBothGates(setting.people, MutexCounter()) } },
        claims: { run in
            let files = ["MutexCounter.swift", "Gates.swift", "Work.swift"]
            return allCountedClaims(run) + [CompilerQuestion(files).isAccepted()]
                + CompilerQuestion(files, replacing: "count.withLock { $0 += people }", with: "count += people")
                .isRefused("lines refused without `withLock`", at: "count += people")
        }),
    Variant(
        "unsafe-global", "`nonisolated(unsafe)`: a check that is switched off", prediction: .unsafeGlobal, explored: .brings(.race),
        lanes: .tasks, run: { setting in mainLoop("south gate") { await countInHall(setting.people, Meeting()) } },
        claims: { run in
            let files = ["UnsafeHall.swift", "Meeting.swift", "Work.swift"]
            return lostClaims(run) + [CompilerQuestion(files).isAccepted()]
                + CompilerQuestion(files, replacing: "nonisolated(unsafe) ")
                .isRefused("lines refused without `nonisolated(unsafe)`", at: "var hallCount")
        }),
    Variant(
        "atomic", "fix: an `Atomic` that is a constant", prediction: .atomic, explored: .brings(.none), fixes: ["unsafe-global"],
        lanes: .tasks, run: { setting in mainLoop("south gate") { await countInAtomicHall(setting.people) } },
        claims: { run in allCountedClaims(run) + [CompilerQuestion(["AtomicHall.swift", "Work.swift"]).isAccepted()] }),
    Variant(
        "callback", "a C function that calls back on another thread: the compiler does not see it", prediction: .callback,
        explored: .brings(.race), lanes: .threads,
        run: { setting in mainLoop("south gate") { countWithCallback(setting.people, Meeting()) } },
        claims: { run in
            lostClaims(run) + [CompilerQuestion(["Callback.swift", "Counter.swift", "Meeting.swift", "Work.swift"]).isAccepted()]
        }),
    Variant(
        "used-after", "a value that is used after it was sent: the compiler refuses it", prediction: .usedAfter, explored: .brings(.race),
        lanes: .tasks, run: { _ in mainLoop("camera") { await exposeAfterwards(Meeting()) } },
        claims: { run in
            printClaims(run.observations, lost: 1)
                + CompilerQuestion(["UsedAfter.swift", "Roll.swift", "Meeting.swift", "Work.swift"]).isRefused(at: "send(roll)")
        }),
    Variant(
        "sending", "fix: a value that is sent, and not used again", prediction: .sending, explored: .brings(.none), fixes: ["used-after"],
        lanes: .tasks, run: { _ in mainLoop("camera") { await exposeBefore() } },
        claims: { run in
            printClaims(run.observations, lost: 0) + [
                CompilerQuestion(["Sending.swift", "Roll.swift", "Meeting.swift", "Work.swift"]).isAccepted()
            ]
        }),
    Variant(
        "nonsending", "`nonisolated(nonsending)`: where the caller runs", prediction: .nonsending, explored: .brings(.none),
        lanes: .threads, run: { _ in mainLoop("app") { await developWhereCalled() } },
        claims: { run in
            let files = ["Nonsending.swift", "Place.swift", "Roll.swift", "Meeting.swift", "Work.swift"]
            return threadClaims(run.observations, screen: true, robot: false) + [CompilerQuestion(files).isAccepted()]
                + CompilerQuestion(files, replacing: "nonisolated(nonsending)", with: "@concurrent")
                .isRefused("lines refused with `@concurrent`", at: "let screen")
        }),
    Variant(
        "concurrent", "`@concurrent`: always in the thread pool", prediction: .concurrent, explored: .brings(.none), lanes: .threads,
        run: { _ in mainLoop("app") { await developInPool() } },
        claims: { run in
            threadClaims(run.observations, screen: false, robot: false)
                + [CompilerQuestion(["Concurrent.swift", "Place.swift", "Roll.swift", "Meeting.swift", "Work.swift"]).isAccepted()]
        }),
    Variant(
        "main-actor", "`@MainActor`, or the default isolation `MainActor`: always on the main thread", prediction: .mainActor,
        explored: .brings(.none), lanes: .threads, run: { _ in mainLoop("app") { await developOnMainActor() } },
        claims: { run in
            let files = ["MainActor.swift", "Place.swift", "Work.swift"]
            return threadClaims(run.observations, screen: true, robot: true)
                + CompilerQuestion(files, replacing: "@MainActor ").isRefused("lines refused without `@MainActor`", at: "let gallery")
                + [
                    CompilerQuestion(files, replacing: "@MainActor ", options: ["-default-isolation", "MainActor"])
                        .isAccepted("errors without `@MainActor`, with this default isolation")
                ]
        }),
]
