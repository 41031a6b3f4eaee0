import LabKit
import TasksScenario

let variants: [Variant<TasksParameters>] = [
    Variant(
        "one-by-one", "a loop of `await`: the waits add up", prediction: .oneByOne, explored: .brings(.none), lanes: .tasks,
        idleTime: .shown,
        runAsynchronously: { _ in await loadProfileOneByOne() }, claims: { [openClaim($0.observations, 1, showsMistake: true)] }),
    Variant(
        "async-let", "fix: `async let` starts each request before the first answer", prediction: .asyncLet,
        explored: .brings(.none, outcomes: 3), fixes: ["one-by-one"], lanes: .tasks, idleTime: .shown,
        runAsynchronously: { _ in await loadProfile() },
        claims: { [openClaim($0.observations, 3)] }),
    Variant(
        "by-completion", "a task group gives the results in the order in which they come", prediction: .byCompletion,
        explored: .brings(.assertion), lanes: .tasks, idleTime: .shown, runAsynchronously: { await fillAlbum($0.photos) },
        claims: { run in
            // The album is the other way round: with an odd number, the photo in the middle is right.
            [placeClaim(run, run.setting.photos % 2, showsMistake: true)]
        }),
    Variant(
        "by-index", "fix: each result comes with its place", prediction: .byIndex, explored: .brings(.none), fixes: ["by-completion"],
        lanes: .tasks, idleTime: .shown, runAsynchronously: { await fillAlbumInOrder($0.photos) },
        claims: { [placeClaim($0, $0.setting.photos)] }),
    Variant(
        "limit", "two requests at the same time: `next()` before each new child task", prediction: .limit,
        explored: .brings(.none, outcomes: 2), lanes: .tasks, idleTime: .shown, runAsynchronously: { await fillAlbum($0.photos, limit: 2) },
        claims: { run in
            let photos = run.setting.photos
            return [
                openClaim(run.observations, 2),
                Claim("photos in the album", run.observations.answers.count, "photos", .exactly(photos), outOf: photos),
            ]
        }),
    Variant(
        "late-error", "`async let`: an error waits for an older sibling", prediction: .lateError, explored: .brings(.assertion),
        lanes: .tasks, idleTime: .shown, runAsynchronously: { _ in await photoFirst() },
        claims: { [endClaim($0.observations, "it threw a CloudIsFull"), uploadedClaim($0.observations, 1, showsMistake: true)] }),
    Variant(
        "lost-error", "a task group whose results are not asked for: the error is lost", prediction: .lostError,
        explored: .brings(.assertion), lanes: .tasks, idleTime: .shown, runAsynchronously: { _ in await withoutResults() },
        claims: { [endClaim($0.observations, "it returned", showsMistake: true), uploadedClaim($0.observations, 1, showsMistake: true)] }),
    Variant(
        "discarding", "fix: the first error cancels the other children, and is thrown", prediction: .discarding,
        explored: .brings(.none), fixes: ["lost-error", "late-error"], lanes: .tasks, idleTime: .shown,
        runAsynchronously: { _ in await discardingResults() },
        claims: { [endClaim($0.observations, "it threw a CloudIsFull"), uploadedClaim($0.observations, 0)] }),
    Variant(
        "outlives", "a task that keeps its owner, and goes on", prediction: .outlives, explored: .brings(.assertion), lanes: .tasks,
        runAsynchronously: { _ in await closeScreen() }, claims: { screenClaims($0.observations, isReleased: false) }),
    Variant(
        "weak-self", "fix: a weak reference between two readings", prediction: .weakSelf, explored: .brings(.none), fixes: ["outlives"],
        lanes: .tasks, runAsynchronously: { _ in await closeWeakScreen() }, claims: { screenClaims($0.observations, isReleased: true) }),
    Variant(
        "detached", "`Task.detached` inherits nothing", prediction: .detached, explored: .brings(.assertion), lanes: .tasks,
        runAsynchronously: { _ in await saveWithDetachedTask() },
        claims: { savingClaims($0, request: 0, onMainActor: false, priority: "medium", showsMistake: true) }),
    Variant(
        "inherited", "fix: `Task` inherits task-local values, actor and priority", prediction: .inherited, explored: .brings(.none),
        fixes: ["detached"], lanes: .tasks, runAsynchronously: { _ in await saveWithTask() },
        claims: { savingClaims($0, request: 7, onMainActor: true, priority: "utility", showsMistake: false) }),
]
