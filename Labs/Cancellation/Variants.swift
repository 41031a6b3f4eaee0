import CancellationScenario
import LabKit

let variants: [Variant<CancellationParameters>] = [
    Variant(
        "never-looks", "a task that never looks runs to its end", prediction: .neverLooks, explored: .brings(.assertion), lanes: .tasks,
        runAsynchronously: { await backUpWithoutLooking($0.steps) }, claims: neverLooksClaims),
    Variant(
        "looks", "fix: it looks before each step", prediction: .looks, explored: .brings(.none, outcomes: 2), fixes: ["never-looks"],
        lanes: .tasks, runAsynchronously: { await backUpUntilCancelled($0.steps) }, claims: looksClaims),
    Variant(
        "swallowed", "`try?` throws the cancellation away: a loop without a pause", prediction: .swallowed, explored: .brings(.assertion),
        lanes: .tasks, runAsynchronously: { _ in await pollStubbornly(20) },
        claims: {
            [Claim("questions of the cancelled task", $0.observations.done, "questions", .exactly(20), outOf: 20, showsMistake: true)]
        }),
    Variant(
        "sleep", "fix: `try` ends the loop, because `Task.sleep` throws", prediction: .sleep, explored: .brings(.none, outcomes: 2),
        fixes: ["swallowed"], lanes: .tasks, runAsynchronously: { _ in await pollPatiently(20) },
        claims: { run in
            [
                Claim("questions of the cancelled task", run.observations.done, "questions", .exactly(1), outOf: 20),
                endClaim(run.observations, "it threw a CancellationError"),
            ]
        }),
    Variant(
        "handler", "a cancellation handler, and the thread that runs it", prediction: .handler, explored: .brings(.none, outcomes: 2),
        lanes: .tasks, runAsynchronously: { await cancelDrawing($0.steps) }, claims: handlerClaims),
    Variant(
        "resume-under-lock", "`resume` under the lock that the handler wants", prediction: .resumeUnderLock, explored: .brings(.deadlock),
        expected: .hanging(lesson: "`resume` needs the task, and the handler needs the lock: both wait for ever"), lanes: .threads,
        timeLimit: .seconds(3), run: { _ in cancelAndWaitForEver() },
        traceClaims: { trace in
            let deliveries = trace.items.filter { $0.task == nil && $0.began != nil }
            return [
                Claim(
                    "deliveries that never end", deliveries.count { $0.ended == nil }, "deliveries", .exactly(1), outOf: deliveries.count,
                    showsMistake: true),
                Claim("locks that the main thread never gets", trace.endlessLockWaits, "locks", .exactly(1), showsMistake: true),
            ]
        }),
    Variant(
        "resume-outside", "fix: take the continuation under the lock, and resume it later", prediction: .resumeOutside,
        explored: .brings(.none, outcomes: 2), fixes: ["resume-under-lock"], lanes: .threads,
        runAsynchronously: { _ in await cancelAndGetMessage() },
        claims: { run in
            let message = run.observations.message
            return [
                Claim(
                    "result of the cancelled task", found: message.map { "the message \($0)" } ?? "no message",
                    expected: "the message hello", holds: message == "hello")
            ]
        }),
    Variant(
        "clean-up", "the clean-up of a cancelled task is cancelled, too", prediction: .cleanUp, explored: .brings(.assertion),
        lanes: .tasks, runAsynchronously: { _ in await cancelEditing() }, claims: { lockClaim($0.observations, 1, showsMistake: true) }),
    Variant(
        "shielded", "fix: a new task is not cancelled", prediction: .shielded, explored: .brings(.none), fixes: ["clean-up"], lanes: .tasks,
        runAsynchronously: { _ in await cancelSafeEditing() }, claims: { lockClaim($0.observations, 0) }),
    Variant(
        "timeout-waits", "a timeout that waits for the work that it cancels", prediction: .timeoutWaits, explored: .brings(.assertion),
        lanes: .tasks, runAsynchronously: { await searchWithTimeout($0.steps) }, claims: timeoutWaitsClaims),
    Variant(
        "timeout", "fix: the work looks", prediction: .timeout, explored: .brings(.none, outcomes: 3), fixes: ["timeout-waits"],
        lanes: .tasks, runAsynchronously: { await searchLookingWithTimeout($0.steps) }, claims: timeoutClaims),
    Variant(
        "loop-ends", "cancellation ends a `for await` loop without an error", prediction: .loopEnds, explored: .brings(.assertion),
        lanes: .tasks, runAsynchronously: { _ in await addOrders() },
        claims: { run in
            [
                endClaim(run.observations.end, "it returned 40", showsMistake: true),
                Claim(
                    "orders that the stream takes later", run.observations.wasTaken ? 1 : 0, "orders", .exactly(0), outOf: 1,
                    showsMistake: true),
            ]
        }),
    Variant(
        "loop-looks", "fix: look after the loop", prediction: .loopLooks, explored: .brings(.none), fixes: ["loop-ends"], lanes: .tasks,
        runAsynchronously: { _ in await addOrdersAndLook() },
        claims: { [endClaim($0.observations.end, "it threw a CancellationError")] }),
]

extension Trace {
    /// How often the main thread waits for a lock, and never gets it.
    fileprivate var endlessLockWaits: Int { waits.count { [.mutex, .futex].contains($0.kind) && $0.lane == 0 && $0.ended == nil } }
}
