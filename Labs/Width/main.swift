import LabKit
import WidthScenario

struct WidthParameters: LabParameters {
    @Option(help: "Photos to download (10 to 24; default: 12).", transform: within(10...24))
    var photos = 12

    @Option(
        help: ArgumentHelp("Milliseconds until the server answers (5 to 100; default: 20).", valueName: "ms"), transform: within(5...100))
    var latency = 20
}

extension Setting<WidthParameters> {
    /// - Parameter groups: requests that wait for each other, in groups of these sizes.
    func downloads(_ groups: [Int]) -> (Downloads, Meeting) {
        let meeting = Meeting(ofGroups: groups)
        let server = PhotoServer(latency: .milliseconds(parameters.latency), meeting: meeting)
        return (Downloads(parameters.photos, from: server), meeting)
    }

    /// Downloads on a queue of this width. The first ones fill it.
    func run(width: Int) -> Observations { downloads([width]).0.run(width: width) }
}

/// Downloads of 12 photos, from a server without a limit, that answers after five milliseconds.
private func chart(_ title: String, unit: String, lesson: String, _ figure: @escaping @Sendable (Chart) -> Double) -> Comparison<
    WidthParameters
> {
    Comparison(
        title, unit: unit, lesson: lesson,
        entries: [1, 2, 3, 4, 6, 12].map { (width: Int) in
            .init("width \(width)") { _ in figure(Chart(photos: 12, width: width, milliseconds: 5)) }
        } + [.init("default width") { _ in figure(Chart(photos: 12, width: nil, milliseconds: 5)) }])
}

let lab = Lab<WidthParameters>(
    name: "lab-width",
    title: "maxConcurrentOperationCount: how many operations run at the same time",
    about: """
        An app downloads photos, with an operation for each. All operations are in one queue. The server accepts three connections at the
        same time, and refuses a fourth one. The width of the queue is its `maxConcurrentOperationCount`: 1, 2, 3, the default, or changed
        while operations run. Bars at the end show the total time for each width.
        """,
    next: [
        "`swift run lab-width --variant width-2 --step`: after which event does the third download start?",
        "`swift run lab-width --variant default-width --photos 24`: how many photos arrive now?",
        "`swift run lab-width --variant counter-2 --explore` finds the lost update without any staging.",
    ],
    comparisons: [
        chart(
            "The most downloads at the same time, of 12", unit: "downloads",
            lesson: "The width is an upper bound. The default is no bound: in this chart, all downloads run."
        ) { $0.mostAtOnce },
        chart(
            "The total time of 12 downloads of 5 ms", unit: "ms",
            lesson: """
                Twice the width takes at best half the time. The server of this chart has no limit. The downloads wait and do not calculate, so the
                number of cores does not matter.
                """
        ) { $0.milliseconds },
    ],
    variants: [
        Variant(
            "default-width", "the default width: all downloads run at the same time", prediction: .defaultWidth,
            explored: .brings(.assertion),
            run: { $0.downloads([$0.parameters.photos]).0.runAll() }, claims: defaultWidthClaims),
        Variant(
            "width-3", "width 3: as many as the server accepts", prediction: .width3, explored: .brings(.none), fixes: ["default-width"],
            run: { $0.run(width: 3) }, claims: { widthClaims($0, 3) }),
        Variant(
            "width-2", "width 2", prediction: .width2, explored: .brings(.none), fixes: ["default-width"], run: { $0.run(width: 2) },
            claims: { widthClaims($0, 2) }),
        Variant(
            "width-1", "width 1: a serial queue of operations", prediction: .width1, explored: .brings(.none), fixes: ["default-width"],
            run: { $0.run(width: 1) }, claims: { widthClaims($0, 1) + [inPlace($0)] }),
        Variant(
            "changed", "the width is changed from 1 to 3 and back, while operations run", prediction: .changed, explored: .brings(.none),
            run: { setting in
                let (downloads, meeting) = setting.downloads([1, 1, 3, 4])
                return downloads.runChangingTheWidth(meeting)
            }, claims: changedClaims),
        Variant(
            "blocking", "the default width, for operations that block their thread", prediction: .blocking, explored: .brings(.none),
            run: { Downloads.runBlocking($0.parameters.photos, milliseconds: UInt32($0.parameters.latency)) }, claims: blockingClaims),
        Variant(
            "counter-2", "width 2, and a counter without a lock", prediction: .counter2, explored: .brings(.assertion),
            run: { countPhotos($0.parameters.photos, width: 2, meeting: PairsMeet($0.parameters.photos)) }, claims: counter2Claims),
        Variant(
            "counter-1", "width 1, and the same counter", prediction: .counter1, explored: .brings(.none), fixes: ["counter-2"],
            run: { countPhotos($0.parameters.photos, width: 1) }, claims: counter1Claims),
    ],
    afterRun: afterRun, followUps: followUps, staging: ["Meeting.swift", "PairsMeet.swift"])

lab.main()
