import Foundation
import LabKit
import PhotoServer
import PhotosScenario

enum Fault: String, CaseIterable, ExpressibleByArgument, Sendable {
    case none, cut, truncated, wrongLength = "wrong-length", garbage, absurd, huge, redirect, silent, failing
}

struct PhotosParameters: LabParameters {
    @Option(help: "Rows of the table (1 to 100000; default: 100). Every seventh one is misspelled.", transform: within(1...100_000))
    var rows = 100

    @Option(
        help: ArgumentHelp("Milliseconds until the server answers (10 to 500; default: 20).", valueName: "ms"), transform: within(10...500))
    var latency = 20

    @Option(help: "Stops of the scripted scrolling (1 to 200; default: 2).", transform: within(1...200))
    var stops = 2

    @Option(
        help: ArgumentHelp(
            "What is wrong with every fifth photo: \(Fault.allCases.map(\.rawValue).joined(separator: ", ")).", valueName: "kind"))
    var fault = Fault.none

    @Flag(help: "Scroll through the table yourself, in the terminal. With --variant: that variant; else operations.")
    var scroll = false

    @Flag(help: "Scroll by script, and print only the figures of each variant. In a terminal, the table is shown.")
    var script = false

    func validate() throws {
        if scroll && script { throw ValidationError("--scroll and --script exclude each other: name one of them.") }
    }
}

extension Setting<PhotosParameters> {
    /// The list on the photo server.
    func address() throws -> URL {
        try PhotoServer.addressesInScenario().table(
            rows: parameters.rows, delay: .milliseconds(parameters.latency),
            fault: parameters.fault == .none ? nil : parameters.fault.rawValue)
    }

    func workload(_ screen: any Screen) throws -> Workload {
        var workload = try Workload(address: address(), rows: parameters.rows, stops: parameters.stops, screen: screen)
        // Some faults are noticed only when the time limit of a download is over.
        workload.patience = parameters.fault == .silent ? 20_000 : 2000 + 20 * Double(parameters.latency)
        workload.patienceWithServer = patienceWithServer
        return workload
    }

    /// Seconds until a server that sends nothing has failed.
    ///
    /// Foundation for Linux stops its process if this time is over while a request is being redirected, which a busy machine can bring
    /// about. Every server that redirects answers, so there the time need not be short.
    var patienceWithServer: Double { parameters.fault == .redirect ? 600 : 2 }

    /// The scripted scrolling in the recorded process. It prints its figures.
    func scrolled(_ variant: String) throws -> Observations {
        guard let makeList = lists[variant] else { preconditionFailure("\(variant) has no list.") }
        let seen = try workload(HiddenScreen(variant)).run(makeList)
        print(seen.figures)
        return seen
    }
}

/// The app of each variant.
let lists: [String: @Sendable (TableView, PhotoService) -> any PhotoList] = [
    "main-thread": { MainThreadList($0, $1) },
    "all-rows": { AllRowsList($0, $1) },
    "operations": { OperationsList($0, $1) },
    "completion-blocks": { CompletionBlocksList($0, $1) },
    "tasks": { TasksList($0, $1) },
    "wrong-thread": { WrongThreadList($0, $1) },
]

let lab = Lab<PhotosParameters>(
    name: "lab-photos",
    title: "A table of photos: what to load, when, and on which thread",
    about: """
        An app shows a long table of photos from a real web server on this machine. Each photo is downloaded and decoded, and gets sepia
        tones. Some never arrive, because their names are misspelled. Here a script scrolls through the table, and the lab measures each
        frame of the screen. Six variants show the same table. Three of them contain a bug.
        """,
    next: [
        "`swift run lab-photos --variant operations --scroll` shows the table in this terminal: use the arrow keys. Then try `main-thread`, with `--latency 200`.",
        "`swift run lab-photos --variant operations --script` prints only the figures. Without `--variant`, it prints those of all variants.",
        "`swift run lab-photos --variant operations --fault cut` cuts the connection of every fifth photo.",
    ],
    prepare: { _ in try PhotoServer.startForScenarios() },
    variants: [
        Variant(
            "main-thread", "everything on the main thread, when a row comes onto the screen", prediction: .mainThread,
            explored: .isNotExplored(because: "it has one thread, and so only one interleaving"), timeLimit: .seconds(300),
            run: { try $0.scrolled("main-thread") }, claims: mainThreadClaims),
        Variant(
            "all-rows", "off the main thread, but all rows at the same time", prediction: .allRows, explored: .brings(.none),
            fixes: ["main-thread"], timeLimit: .seconds(300), run: { try $0.scrolled("all-rows") }, claims: allRowsClaims),
        Variant(
            "operations", "operations for visible rows; the filtration depends on the download", prediction: .operations,
            explored: .brings(.none), fixes: ["main-thread", "all-rows"], timeLimit: .seconds(300),
            run: { try $0.scrolled("operations") }, claims: operationClaims),
        Variant(
            "completion-blocks", "operations with completion blocks; a row's state says what comes next", prediction: .completionBlocks,
            explored: .brings(.none), fixes: ["main-thread", "all-rows", "wrong-thread"], timeLimit: .seconds(300),
            run: { try $0.scrolled("completion-blocks") }, claims: operationClaims),
        Variant(
            "tasks", "an actor and a task group", prediction: .tasks, explored: .brings(.none), fixes: ["main-thread", "all-rows"],
            timeLimit: .seconds(300), run: { try $0.scrolled("tasks") }, claims: taskClaims),
        Variant(
            "wrong-thread", "completion blocks that change the table's data on their own thread", prediction: .wrongThread,
            explored: .brings(.race), expected: .completionOrDeath(lesson: "two threads changed a dictionary at the same time"),
            timeLimit: .seconds(300), run: { try $0.scrolled("wrong-thread") }, claims: wrongThreadClaims),
    ],
    afterRun: afterRun, followUps: followUps, staging: ["TableView.swift", "FrameLoop.swift", "Script.swift", "Observations.swift"],
    ownForms: [
        OwnForm("--scroll", isChosen: \.scroll, show: scrollByHand),
        OwnForm("--script", isChosen: \.script, show: scrollByScript),
    ])

lab.main()
