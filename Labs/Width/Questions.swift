import LabKit
import WidthScenario

/// The questions after the runs.
let afterRun: [RunQuestion] = [
    RunQuestion(
        after: "width-2", asks: "Which download had to end, so that the third one could begin?",
        because: """
            Two downloads fill the queue. The one whose answer comes first makes room. The queue does not wait for the other one.
            """
    ) { trace in
        let downloads = trace.items.filter { $0.how == .operation && $0.began != nil }.sorted { ($0.began ?? 0) < ($1.began ?? 0) }
        let first = downloads.prefix(2), end = first.min { $0.ended ?? .max < $1.ended ?? .max }
        return .one(of: first.map(\.label).sorted(), right: end?.label, at: end?.ended)
    }
]

/// The questions after a wrong guess.
let followUps: [FollowUp<WidthParameters>] = [
    FollowUp(
        after: "default-width", "width-3", "width-2", "width-1", "changed", "blocking",
        asks: Variant(
            "one-too-many", "width 4, and a server that accepts three connections",
            prediction: Prediction(
                "Now `width` is 4, and the server accepts three connections. Four downloads are added. How many photos arrive?",
                about: [
                    .part(of: "Downloads.run", from: "public func run(width"),
                    .part(of: "Downloads.run", from: "for photo", through: "queue.addOperation"),
                ], choices: ["four: the queue waits for the server", "three", "none"], answer: 1,
                because: """
                    The queue knows nothing of the server. It starts four operations, and the server refuses the fourth request. A width is right if
                    it fits the narrowest part.
                    """, at: .begin(4) { $0.items.filter { $0.how == .operation } },
                beside: ["queue.addOperation": "{photos that arrive} arrive"]),
            run: { setting in
                let server = PhotoServer(latency: .milliseconds(setting.latency), meeting: Meeting(ofGroups: [4]))
                return Downloads(4, from: server).run(width: 4)
            },
            claims: { run in
                [
                    Claim("photos that arrive", run.observations.arrived, "photos", .exactly(3), outOf: 4, showsMistake: true),
                    Claim(
                        "requests that the server refuses", run.observations.refused, "requests", .exactly(1), outOf: 4, showsMistake: true),
                ]
            })),
    FollowUp(
        after: "counter-2", "counter-1",
        asks: Variant(
            "four-photos", "width 2, and four photos",
            prediction: Prediction(
                """
                The width is 2, and there are four operations. In each pair, both run `let found = counter.photos` before either of them
                changes it. What is `counter.photos` at the end?
                """,
                about: .part(of: "countPhotos", from: "let operation", through: "}"),
                choices: ["it is 1", "it is 2", "it is 3", "it is 4"], answer: 1,
                because: """
                    Both of the first pair read 0 and write 1. Both of the second pair read 1 and write 2. Each pair loses one update.
                    """, at: .firstOverlap, beside: ["= found + 1": "{photos that the counter lost} lost"]),
            run: { _ in countPhotos(4, width: 2, meeting: PairsMeet(4)) },
            claims: { run in
                [
                    Claim(
                        "photos that the counter lost", run.observations.requested - run.observations.arrived, "photos", .exactly(2),
                        outOf: 4,
                        showsMistake: true)
                ]
            })),
]
