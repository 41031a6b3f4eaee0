import LabKit
import WakeupScenario

let variants: [Variant<WakeupParameters>] = [
    Variant(
        "if", "a woken customer does not look again", prediction: .ifNotWhile, explored: .brings(.assertion), lanes: .threads,
        run: { sellWithIf($0.parameters.customers) },
        claims: { [missingClaim($0, $0.setting.parameters.customers - 1, showsMistake: true)] }),
    Variant(
        "while", "fix: `while`, so that each of them looks again", prediction: .whileNotIf, explored: .brings(.none), fixes: ["if"],
        lanes: .threads, run: { sellWithWhile($0.parameters.customers) }, claims: { [missingClaim($0, 0)] }),
    Variant(
        "too-early", "a signal before the wait", prediction: .tooEarly, explored: .brings(.lostWakeup),
        expected: .hanging(lesson: "the signal came before the wait, and no other comes"), lanes: .threads, timeLimit: .seconds(2),
        run: { _ in ringForgetfulBell() }, traceClaims: { [stuckClaim($0, .condition, .exactly(1))] }),
    Variant(
        "remembered", "fix: a variable remembers the signal", prediction: .remembered, explored: .brings(.none), fixes: ["too-early"],
        lanes: .threads, run: { _ in ringRememberingBell() }, claims: { [endClaim($0.observations)] }),
    Variant(
        "unlocked", "the state changes without the lock", prediction: .unlocked, explored: .brings(.lostWakeup),
        expected: .hanging(lesson: "the signal came after the look and before the wait"), lanes: .threads, timeLimit: .seconds(2),
        run: { _ in bakeInUnlockedOven() }, traceClaims: { [stuckClaim($0, .condition, .exactly(1))] }),
    Variant(
        "locked", "fix: the state changes under the lock", prediction: .locked, explored: .brings(.none), fixes: ["unlocked"],
        lanes: .threads, run: { _ in bakeInLockedOven() }, claims: { [endClaim($0.observations)] }),
    Variant(
        "two-kinds", "`signal` wakes one customer, and it can be the wrong one", prediction: .twoKinds, explored: .brings(.lostWakeup),
        lanes: .threads, run: { _ in serveWithSignal() },
        claims: { run in
            let asleep = run.observations.asleep
            return [
                Claim(
                    "chance decides which customer is woken", asleep, "customers asleep in front of their cake", .between(0, 1),
                    outOf: 1,
                    showsMistake: true, thisTime: asleep == 1)
            ]
        }),
    Variant(
        "broadcast", "fix: `broadcast` wakes all of them", prediction: .broadcast, explored: .brings(.none), fixes: ["two-kinds"],
        lanes: .threads, run: { _ in serveWithBroadcast() },
        claims: { [Claim("customers asleep in front of their cake", $0.observations.asleep, "customers", .exactly(0), outOf: 1)] }),
    Variant(
        "semaphore", "a semaphore as an event for several threads", prediction: .semaphore, explored: .brings(.deadlock),
        expected: .hanging(lesson: "the semaphore let one customer through"), lanes: .threads, timeLimit: .seconds(2),
        run: { openSemaphoreDoor(for: $0.parameters.customers) }, traceClaims: { [stuckClaim($0, .semaphore, .atLeast(1))] }),
    Variant(
        "group", "fix: a group, which is empty for all", prediction: .group, explored: .brings(.none), fixes: ["semaphore"],
        lanes: .threads, run: { openGroupDoor(for: $0.parameters.customers) },
        claims: { [endClaim($0.observations, $0.setting.parameters.customers)] }),
    Variant(
        "task", "a task waits for an opening that is over", prediction: .task, explored: .brings(.leak), lanes: .tasks,
        idleTime: .shown, runAsynchronously: { _ in await openForgetfulShop() },
        claims: { [Claim("customers who go on", $0.observations.wentOn, "customers", .exactly(0), outOf: 1, showsMistake: true)] }),
    Variant(
        "looks-first", "fix: the task looks first", prediction: .looksFirst, explored: .brings(.none), fixes: ["task"], lanes: .tasks,
        idleTime: .shown,
        runAsynchronously: { _ in await openRememberingShop() }, claims: { [endClaim($0.observations)] }),
]
