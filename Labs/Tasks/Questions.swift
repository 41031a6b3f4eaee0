import LabKit
import TasksScenario

/// The questions after the runs.
let afterRun: [RunQuestion] = [
    RunQuestion(
        after: "by-completion", asks: "Which child task ends first?",
        because: "The server answers the last request first. A task group adds no order of its own."
    ) { trace in
        let children = trace.items.filter { photoNames.contains($0.label) && $0.ended != nil }
        let ends = Dictionary(grouping: children, by: \.label).compactMapValues { $0.compactMap(\.ended).max() }
        let first = ends.min { $0.value < $1.value }
        return .one(of: photoNames.filter { ends[$0] != nil }, right: first?.key, at: first?.value)
    }
]

/// The questions after a wrong guess.
let followUps: [FollowUp<TasksParameters>] = [
    FollowUp(
        after: "one-by-one", "async-let",
        asks: Variant(
            "user-first", "two requests that need the answer to another one",
            prediction: Prediction(
                "How many requests of `profileOfUser` can be open at the same time?",
                about: "profileOfUser", choices: ["one", "two", "three"], answer: 1,
                because: "The second and the third request need the name, so they begin after the first answer. Then both are open.",
                at: .opening(.end), beside: ["\"friends of": "{most requests at the same time}"]),
            lanes: .tasks, runAsynchronously: { _ in await loadProfileOfUser() }, claims: { [openClaim($0.observations, 2)] })),
    FollowUp(
        after: "by-completion", "by-index",
        asks: Variant(
            "cover", "the first result, and no more",
            prediction: Prediction(
                "There are two names, and the server answers the second request first. Which photo does `group.next()` give?",
                about: .part(of: "chooseCover", from: "for name", through: "group.cancelAll()"),
                choices: ["the first name", "the second name", "both of them"], answer: 1,
                because:
                    "`next()` gives the result of the child that ends first. The group waits for the other one, and drops its result.",
                at: .ends("noon"), beside: ["album.append": "{photo in the album}"]),
            lanes: .tasks, runAsynchronously: { _ in await cover(2) },
            claims: { run in
                let photos = run.observations.answers
                return [
                    Claim(
                        "photo in the album", found: photos.joined(separator: ", "), expected: "noon", holds: photos == ["noon"])
                ]
            })),
    FollowUp(
        after: "limit",
        asks: Variant(
            "high-limit", "a limit above the number of names",
            prediction: Prediction(
                "Now `limit` is 5, and there are three names. How many requests are open at the same time?",
                about: .part(of: "fillGradually", from: "for name in names.prefix", through: "            album.append(photo)"),
                choices: ["two", "three", "five"], answer: 1,
                because: "`prefix` gives what is there. The second loop has nothing to do, and the third one collects the results.",
                at: .opening(.end), beside: ["names.prefix": "{most requests at the same time}"]),
            lanes: .tasks, runAsynchronously: { _ in await fillAlbum(3, limit: 5) }, claims: { [openClaim($0.observations, 3)] })),
    FollowUp(
        after: "late-error",
        asks: Variant(
            "film-first", "the child that fails is awaited first",
            prediction: Prediction(
                "Now the film is awaited first. Its upload throws immediately, and the photo takes an hour. When does `uploadBothFilmFirst` throw?",
                about: "uploadBothFilmFirst",
                choices: ["after an hour", "immediately: the photo is cancelled", "immediately, and the photo goes on"], answer: 1,
                because:
                    "The error leaves the function. A child that was not awaited is cancelled then, and the function waits for its end.",
                at: .opening(.end), beside: ["try await film": "{photos in the cloud at this moment}"]),
            lanes: .tasks, runAsynchronously: { _ in await filmFirst() },
            claims: { [endClaim($0.observations, "it threw a CloudIsFull"), uploadedClaim($0.observations, 0)] })),
    FollowUp(
        after: "lost-error", "discarding",
        asks: Variant(
            "wait-for-all", "a group that waits for all of its children",
            prediction: Prediction(
                "The last line of the group is `waitForAll()` now. The film's child throws immediately. What does `uploadAndWait` do?",
                about: "uploadAndWait",
                choices: [
                    "it throws when the photo is in the cloud", "it throws, and the photo is cancelled", "it returns without an error",
                ],
                answer: 0,
                because: "`waitForAll()` throws the first error, after all children have ended. It cancels none of them.",
                at: .ends("film"), beside: ["waitForAll": "{photos in the cloud at this moment}"]),
            lanes: .tasks, runAsynchronously: { _ in await waitingForAll() },
            claims: { [endClaim($0.observations, "it threw a CloudIsFull"), uploadedClaim($0.observations, 1)] })),
    FollowUp(
        after: "outlives", "weak-self",
        asks: Variant(
            "guard-self", "a weak reference that becomes a strong one",
            prediction: Prediction(
                "The last variable that refers to the screen becomes nil, between two readings. When does this task of `open` end?",
                about: ["GuardedTemperatureScreen.open", "GuardedTemperatureScreen.deinit"],
                choices: ["when `deinit` cancels it", "when the readings end", "at the next reading, because `self` is nil"], answer: 1,
                because:
                    "`guard let self` makes a strong reference for the whole loop. `[weak self]` helps only if the loop asks each time.",
                at: .ends("updates"), beside: ["show(reading)": "{readings that it shows after that}"]),
            lanes: .tasks, runAsynchronously: { _ in await closeGuardedScreen() },
            claims: { screenClaims($0.observations, isReleased: false) })),
    FollowUp(
        after: "detached", "inherited",
        asks: Variant(
            "later", "a task that outlives the scope of the value",
            prediction: Prediction(
                """
                The task is made inside `withValue(8)`. It runs when `saveLater` awaits it, after the end of this scope. Which line does it
                write?
                """,
                about: ["saveLater", .part(of: "Log.write", from: "lines.withLock", through: "lines.withLock")],
                choices: ["request 0: saved", "request 8: saved"], answer: 1,
                because: "The task copied the value when it was made. The scope ends for the code outside.",
                at: .begins("saving"), beside: ["Task(name": "{line in the log}"]),
            lanes: .tasks, runAsynchronously: { _ in await saveAfterScope() },
            claims: { savingClaims($0, request: 8, onMainActor: true, priority: "utility", showsMistake: false) })),
]
