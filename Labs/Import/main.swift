import Foundation
import ImportScenario
import LabKit

struct ImportParameters: LabParameters {
    @Option(help: "Lines of the file to import (1000 to 12793; default: 12793).", transform: within(1000...12_793))
    var lines = 12_793

    @Option(help: "Lines that are saved together (1 to 12793; default: 250).", transform: within(1...12_793))
    var saveEvery = 250

    @Option(help: "Lines from one change of the progress bar to the next (1 to 12793; default: 100).", transform: within(1...12_793))
    var progressEvery = 100

    @Option(help: "Lines that are damaged (0 to 100; default: 3). The import reports and skips them.", transform: within(0...100))
    var damaged = 3

    @Flag(help: "Watch the import in the terminal, or as plain lines. With --variant: that variant; else batches.")
    var watch = false

    @Option(help: ArgumentHelp("With --watch: keep the database in this file, and continue the import in it.", valueName: "file"))
    var database: String?

    @Option(help: ArgumentHelp("With --watch: import this file in place of the stops of Berlin.", valueName: "file"))
    var file: String?

    @Option(
        help: ArgumentHelp("With --watch: milliseconds that the import rests every 100 lines (0 to 1000; default: 20).", valueName: "ms"),
        transform: within(0...1000))
    var rest = 20

    func validate() throws {
        if watch { return }
        for (option, isThere) in [("--database", database != nil), ("--file", file != nil)] where isThere {
            throw ValidationError("\(option) needs --watch. The other forms use a database of their own.")
        }
    }
}

extension Setting<ImportParameters> {
    /// The stops of Berlin, with the damaged lines.
    func stops() throws -> Data {
        guard let path = Bundle.module.path(forResource: "stops", ofType: "txt", inDirectory: "Stops") else {
            throw ImportFailure(reason: "The lab's file stops.txt is missing. Build the lab again.")
        }
        return Damage.damaging(parameters.damaged, of: try Data(contentsOf: URL(fileURLWithPath: path)), lines: parameters.lines)
    }

    /// A run in the recorded process. It prints its figures.
    func run(_ variant: String) throws -> Observations {
        guard let app = apps[variant] else { preconditionFailure("\(variant) has no import.") }
        var workload = Workload(try stops(), database: "\(folder)/database", screen: HiddenScreen())
        workload.saveEvery = app.saveEvery ?? parameters.saveEvery
        workload.progressEvery = app.progressEvery ?? parameters.progressEvery
        workload.patience = app.patience
        workload.cancels = app.cancels
        let seen = try workload.run(app.makeImporter)
        print(seen.figures)
        return seen
    }
}

/// The import of a variant, and what the user does in its run.
struct App: Sendable {
    let makeImporter: @Sendable (ImportPlan) -> any Importer
    /// The variant's own figures; nil: the learner chooses.
    var saveEvery: Int?
    var progressEvery: Int?
    var patience = 5.0
    var cancels = false
}

let apps: [String: App] = [
    "main-thread": App(makeImporter: { MainThreadImport($0) }),
    "one-save": App(makeImporter: { BackgroundImport($0) }, saveEvery: .max, cancels: true),
    "every-row": App(makeImporter: { BackgroundImport($0) }, progressEvery: 1, patience: 0),
    "wrong-thread": App(makeImporter: { WrongThreadImport($0) }),
    // The app cannot answer here. So the import does not wait long.
    "shared-connection": App(makeImporter: { SharedConnectionImport($0) }, patience: 0.1),
    "batches": App(makeImporter: { BackgroundImport($0) }),
    "cancel": App(makeImporter: { BackgroundImport($0) }, cancels: true),
    "tasks": App(makeImporter: { TaskImport($0) }, cancels: true),
]

let lab = Lab<ImportParameters>(
    name: "lab-import",
    title: "A large import in the background: how much to save, and how often to tell",
    about: """
        An app imports 12,793 stops of public transport from a file into a database (SQLite). Meanwhile it shows a list of the stops that
        have arrived, and a progress bar. The user looks at the list four times, and can cancel. Eight variants import the same file. Five
        of them contain a bug.
        """,
    next: [
        "`swift run lab-import --watch` shows the import in this terminal. Press `c` to cancel, and `r` to continue. Then try `--variant main-thread`.",
        "`swift run lab-import --variant cancel --save-every 1000`: how much is saved when the user cancels?",
        "`swift run lab-import --variant batches --progress-every 1`: what changes on the main queue?",
    ],
    variants: [
        Variant(
            "main-thread", "everything on the main thread, in one transaction", prediction: .mainThread,
            explored: .isNotExplored(because: "it has one thread, and so only one interleaving"), timeLimit: .seconds(60),
            run: { try $0.run("main-thread") }, claims: mainThreadClaims),
        Variant(
            "one-save", "an operation in the background that saves once, at the end", prediction: .oneSave,
            explored: .brings(.none, outcomes: 2), fixes: ["main-thread"], timeLimit: .seconds(60),
            run: { try $0.run("one-save") }, claims: oneSaveClaims),
        Variant(
            "every-row", "progress for every line: the main queue is flooded", prediction: .everyRow,
            explored: .brings(.none, outcomes: 3), timeLimit: .seconds(120), run: { try $0.run("every-row") }, claims: everyRowClaims),
        Variant(
            "wrong-thread", "progress shown by the operation's own thread", prediction: .wrongThread, explored: .brings(.race),
            expected: .completionOrDeath(lesson: "two threads used the page of the list at the same time"), timeLimit: .seconds(60),
            run: { try $0.run("wrong-thread") }, claims: wrongThreadClaims),
        Variant(
            "shared-connection", "the operation uses the connection of the list", prediction: .sharedConnection,
            explored: .brings(.none, outcomes: 3), timeLimit: .seconds(60), run: { try $0.run("shared-connection") },
            claims: sharedConnectionClaims),
        Variant(
            "batches", "a connection of its own; save every 250 lines, progress every 100", prediction: .batches,
            explored: .brings(.none, outcomes: 3), fixes: ["main-thread", "one-save", "every-row", "wrong-thread", "shared-connection"],
            timeLimit: .seconds(60), run: { try $0.run("batches") }, claims: batchesClaims),
        Variant(
            "cancel", "the same, cancelled half-way and continued", prediction: .cancel, explored: .brings(.none, outcomes: 3),
            fixes: ["one-save"], timeLimit: .seconds(60), run: { try $0.run("cancel") }, claims: cancelClaims),
        Variant(
            "tasks", "Swift tasks: an actor saves a batch, and the main actor waits for it", prediction: .tasks,
            explored: .brings(.none, outcomes: 3), fixes: ["main-thread", "one-save", "every-row"], timeLimit: .seconds(60),
            run: { try $0.run("tasks") }, claims: taskClaims),
    ],
    afterRun: afterRun, followUps: followUps, staging: ["User.swift", "MainLoop.swift", "Observations.swift"],
    ownForms: [OwnForm("--watch", isChosen: \.watch, show: watch)])

lab.main()
