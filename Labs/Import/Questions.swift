import ImportScenario
import LabKit

/// The questions after the runs.
let afterRun: [RunQuestion] = [
    RunQuestion(
        after: "batches", asks: "Which thread runs the import operation?",
        because: "The queue took a thread of the pool for it. The main thread has its own work: frames, and blocks that show the progress."
    ) { trace in
        let operation = trace.items(onQueue: "import queue").first { $0.how == .operation }
        return .one(of: trace.threadNames, right: trace.threadName(operation?.lane), at: operation?.began)
    }
]

/// The import of a variant, with other figures, which are in the question.
private func run(
    _ variant: String, saveEvery: Int = 250, progressEvery: Int = 100
) -> @Sendable (Setting<ImportParameters>) throws -> Observations {
    { setting in
        var setting = setting
        setting.parameters.lines = 12_793
        setting.parameters.saveEvery = saveEvery
        setting.parameters.progressEvery = progressEvery
        return try setting.run(variant)
    }
}

/// The questions after a wrong guess.
let followUps: [FollowUp<ImportParameters>] = [
    FollowUp(
        after: "one-save", "shared-connection", "batches", "cancel",
        asks: Variant(
            "large-batches", "save every 1000 lines, and cancel half-way",
            prediction: Prediction(
                "`saveEvery` is 1000. The user cancels when 6,396 lines have been imported. How many lines are saved?",
                about: .part(of: "ImportOperation.main", from: "for batch", through: "didSave"), choices: ["none", "6,000", "6,396"],
                answer: 1,
                because: """
                    Six batches are saved. The 396 lines of the open one are lost, because its transaction ends without a save. A larger
                    batch loses more.
                    """, at: .firstCancellation,
                beside: ["store.save": "{lines that were saved when the user cancelled} saved at the cancellation"]),
            timeLimit: .seconds(60), run: run("cancel", saveEvery: 1000),
            claims: {
                let seen = $0.observations
                return [
                    Claim(
                        "lines that were saved when the user cancelled", seen.savedAtCancel, "lines", .exactly(6000), outOf: seen.lines)
                ]
            })),
    FollowUp(
        after: "main-thread", "every-row", "wrong-thread", "tasks",
        asks: Variant(
            "rare-progress", "progress every 5000 lines",
            prediction: Prediction(
                """
                `progressEvery` is 5000, and the file has 12,793 lines. How many blocks does `showProgress` submit to the main queue?
                """,
                about: [
                    .part(of: "ImportOperation.insert", from: "for line", through: "progressCallback"), "BackgroundImport.showProgress",
                ],
                choices: ["two", "three", "12,793"], answer: 0,
                because: """
                    Lines 5,000 and 10,000 call `showProgress`. The remaining lines do not. So the main thread has little to do, and the bar
                    moves in large steps.
                    """, at: .opening(.firstMainBlock), beside: ["DispatchQueue.main.async": "{changes of the progress bar}"]),
            timeLimit: .seconds(60), run: run("batches", progressEvery: 5000),
            claims: { [Claim("changes of the progress bar", $0.observations.updates, "changes", .exactly(2))] })),
]
