import LabKit
import SingletonScenario

/// The questions after the runs.
let afterRun: [RunQuestion] = [
    RunQuestion(
        after: "once", asks: "Which caller runs the initializer of `shared`?",
        because: """
            The first one to ask runs it, on its own thread. The others are blocked meanwhile. Chance decides which caller is the first.
            """
    ) { trace in
        guard let making = trace.initialisations(of: "shared").first else { return nil }
        let callers = trace.items(onQueuesNamed: "caller ")
        let first = callers.first { $0.lane == making.lane && $0.began ?? .max <= making.began && making.began < $0.ended ?? .max }
        return .one(of: callers.compactMap { trace.queueLabel(of: $0) }.sorted(), right: trace.queueLabel(of: first), at: making.began)
    },
    RunQuestion(
        after: "racing-without-sleep", asks: "Which caller is the first to end?",
        because: "Nothing orders the two callers. In another run, it can be the other one, and there can be one manager or two."
    ) { trace in
        let callers = trace.items(onQueuesNamed: "caller "), first = callers.min { $0.ended ?? .max < $1.ended ?? .max }
        return .one(of: callers.compactMap { trace.queueLabel(of: $0) }.sorted(), right: trace.queueLabel(of: first), at: first?.ended)
    },
]

/// The questions after a wrong guess.
let followUps: [FollowUp<SingletonParameters>] = [
    FollowUp(
        after: "racing", "racing-without-sleep", "once", "lock",
        asks: Variant(
            "three-callers", "static let, and three callers",
            prediction: Prediction(
                "Three callers ask for `static let shared` at the same time. How often does its closure run?",
                about: "OncePhotoManager.shared", choices: ["once", "at most three times: chance decides", "three times"], answer: 0,
                because: """
                    Swift runs the initializer of a `static let` once, however many threads ask. The two other callers are blocked until it has
                    ended.
                    """, at: .firstWait(.once),
                beside: ["static let shared": "{callers that were blocked meanwhile} blocked", "let manager": "{runs of the initializer}"]),
            run: { _ in AskingForTheManager(callers: 3, meeting: .atTheDoor).run { OncePhotoManager.shared } },
            claims: { run in
                let makings = run.trace.initialisations(of: "shared")
                return [
                    Claim("runs of the initializer", makings.count, "times", .exactly(1)),
                    Claim("callers that were blocked meanwhile", makings.flatMap(\.waits).count, "callers", .exactly(2), outOf: 3),
                ] + keepsThePromise(run.observations)
            })),
    FollowUp(
        after: "contents", "actor",
        asks: Variant(
            "three-writers", "three writers of one album",
            prediction: Prediction(
                """
                The album is empty, and three writers have run `let found = photos`. Then each runs the last line, and writer 2 is the last
                one. Which photos are in the album?
                """,
                about: "CarelessAlbum.add", choices: ["those of all three", "only that of writer 2", "those of the writers 1 and 3"],
                answer: 1,
                because: """
                    Each writes an album with its own photo only, because all of them found it empty. The last write replaces the others, whichever
                    writer it comes from.
                    """, at: .mostAtOnce { $0.items(onQueuesNamed: "writer ") },
                beside: ["photos = found": "{lost photos (all but the last one written)} lost"]),
            run: { _ in FillingTheAlbum(writers: 3).runCareless() },
            claims: { run in
                [
                    Claim(
                        "lost photos (all but the last one written)", run.observations.photosLost, "photos", .exactly(2), outOf: 3,
                        showsMistake: true)
                ]
            })),
]
