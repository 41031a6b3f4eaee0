import ApplyScenario
import LabKit

/// The questions after the runs.
let afterRun: [RunQuestion] = [
    RunQuestion(
        after: "strides", asks: "Which iteration ended last?",
        because: """
            A thread takes the next number when it has finished an iteration. So the last number begins last, and it often ends last, but
            not always: another thread can be slower.
            """
    ) { trace in
        let iterations = trace.items.filter { $0.how == .applyIteration && $0.ended != nil }
        let last = iterations.max { ($0.ended ?? 0) < ($1.ended ?? 0) }
        guard let last, let number = trace.number(of: last) else { return nil }
        return .number(number, in: 1...iterations.count, at: last.ended) { "number \($0)" }
    }
]

/// The questions after a wrong guess.
let followUps: [FollowUp<ApplyParameters>] = [
    FollowUp(
        after: "loop", "each-pixel", "strides", "three-items",
        asks: Variant(
            "four-items", "one iteration for each of four photos",
            prediction: Prediction(
                """
                There are four photos of the same size, and the machine has two cores. How many times as fast as a plain loop is
                `concurrentPerform`, at best?
                """,
                about: .part(of: "brightnessAtOnce", from: "var brightness", through: "return"),
                choices: ["four times", "twice", "one and a half times"], answer: 1,
                because: """
                    Two cores do two photos in the first round, and the other two in the second round. A plain loop needs four rounds. Both
                    cores are busy all the time, so this is the best that two cores can do.
                    """, at: .firstOverlap,
                beside: ["brightness[index]": "{iterations that ran}, on {threads that ran iterations}"]),
            run: { setting in
                let photos = [Photo](repeating: setting.photo, count: 4)
                return Observations(photos.brightnessAtOnce(CommonStart(processors: processors)).reduce(0, +), of: photos)
            }, claims: { sharing($0, 4) + [isRight($0.observations)] })),
    FollowUp(
        after: "shared-accumulator", "lock",
        asks: Variant(
            "two-sums", "two strides that add to one variable",
            prediction: Prediction(
                """
                `total` is 0, and there are two strides. Both iterations run `let found = total`. Then the one with `sum` 10 writes
                `total`, and after it the one with `sum` 20. What is `total`?
                """,
                about: .part(of: "Photo.brightnessInOneVariable", from: "var total", through: "}"),
                choices: ["it is 10", "it is 20", "it is 30"], answer: 1,
                because: "Both found 0. The second write is 0 + 20, and it replaces the 10: one sum is lost. The last writer decides.",
                at: .firstOverlap, beside: ["total = found": "{sums that are in the total} in the total"]),
            run: { setting in
                let photo = setting.photo, size = (photo.strides(of: 1) + 1) / 2
                return Observations(
                    photo.brightnessInOneVariable(
                        stridesOf: size, CommonStart(processors: processors), PairsMeet(2, processors: processors)), of: photo)
            },
            claims: { run in
                if let oneCore { return [.notSeen("sums that are in the total", because: oneCore, expected: "1 of 2", showsMistake: true)] }
                return [
                    Claim(
                        "sums that are in the total", run.observations.stridesKept ?? 0, "sums", .exactly(1), outOf: 2, showsMistake: true)
                ]
            })),
]
