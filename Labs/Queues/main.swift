import LabKit
import QueuesScenario

struct QueuesParameters: LabParameters {
    @Option(help: "Photos of the page, a block for each (2 to 16; default: 4).", transform: within(2...16))
    var photos = 4

    @Option(help: "Photos that the camera and the downloads add to the album, each (1 to 16; default: 3).", transform: within(1...16))
    var additions = 3

    @Option(help: "Rounds of First Log and Second Log (1 to 200; default: 20).", transform: within(1...200))
    var rounds = 20

    @Flag(help: "Do not force blocks to overlap. The bugs appear in some runs only.")
    var chance = false
}

extension Setting<QueuesParameters> {
    var page: Page { Page(photos: parameters.photos) }
    /// A page whose first photo is finished last.
    var pageWithLargePhoto: Page {
        Page(photos: parameters.photos, largePhoto: parameters.chance ? nil : LargePhoto(of: parameters.photos))
    }
    /// Two blocks meet, unless chance decides.
    var meeting: Meeting? { parameters.chance ? nil : Meeting(of: 2) }
}

typealias PageRun = Run<QueuesParameters, PageReport>
typealias LogRun = Run<QueuesParameters, LogReport>
typealias AlbumRun = Run<QueuesParameters, AlbumReport>

/// Each block runs alone, and in its place.
func oneAfterTheOther(_ run: PageRun, _ items: [Trace.Item]) -> [Claim] {
    let seen = run.observations
    return [
        Claim("most blocks that ran at the same time", run.trace.mostAtOnce(items), "blocks", .exactly(1)),
        Claim("blocks that began in the order of submission", seen.begunInPlace, "blocks", .exactly(seen.photos), outOf: seen.photos),
        Claim("blocks that finished in the order of submission", seen.finishedInPlace, "blocks", .exactly(seen.photos), outOf: seen.photos),
    ]
}

func serialClaims(_ run: PageRun) -> [Claim] { oneAfterTheOther(run, run.trace.items(onQueue: "thumbnails")) }

func serialBarrierClaims(_ run: PageRun) -> [Claim] {
    let items = run.trace.items(onQueue: "thumbnails")
    let barriers = items.filter(\.isBarrier)
    return [
        Claim("blocks that were submitted as barriers", barriers.count, "blocks", .exactly(run.setting.photos / 2), outOf: items.count)
    ] + oneAfterTheOther(run, items)
}

func concurrentClaims(_ run: PageRun) -> [Claim] {
    let seen = run.observations, chance = run.setting.chance
    let items = run.trace.items(onQueue: "thumbnails")
    let besideTheFirst = items.first.map { run.trace.overlapping($0, among: items).count } ?? 0
    let beforeTheFirst = seen.finished.firstIndex(of: 1) ?? 0
    return [
        Claim(
            "blocks that ran at the same time as the first block", besideTheFirst, "blocks",
            chance ? .leftToChance : .exactly(seen.photos - 1), outOf: seen.photos - 1),
        Claim(
            "blocks that finished before the first block", beforeTheFirst, "blocks",
            chance ? .leftToChance : .exactly(seen.photos - 1), outOf: seen.photos - 1),
        // The queue takes the blocks in their order. But each has its own thread, and from there on the threads race.
        Claim(
            "chance decides the order in which the blocks reach their first lines", seen.photos - seen.begunInPlace,
            "blocks in another place", .between(0, seen.photos), outOf: seen.photos),
    ]
}

func mainClaims(_ run: PageRun) -> [Claim] {
    let seen = run.observations
    return [
        Claim("blocks that ran on the main thread", seen.onMainThread, "blocks", .exactly(seen.photos), outOf: seen.photos),
        Claim(
            "blocks that began while the main thread still submitted or calculated", seen.begunTooEarly, "blocks", .exactly(0),
            outOf: seen.photos),
    ] + oneAfterTheOther(run, run.trace.items(onQueue: "main queue"))
}

func globalClaims(_ run: Run<QueuesParameters, PartsReport>) -> [Claim] {
    let shared = run.trace.items(onQueue: "global queue (default)"), own = run.trace.items(onQueuesNamed: "photos")
    return [
        Claim("queues that two calls of DispatchQueue.global() returned", Set(shared.map(\.queue)).count, "queues", .exactly(1)),
        Claim("queues that two calls of DispatchQueue(label:) made", Set(own.map(\.queue)).count, "queues", .exactly(2)),
        Claim(
            "most blocks of the global queue that ran at the same time", run.trace.mostAtOnce(shared), "blocks",
            .atLeast(run.setting.chance ? 1 : 2)),
        Claim("blocks that ended", run.observations.finished, "blocks", .exactly(4), outOf: 4),
    ]
}

func syncClaims(_ run: LogRun) -> [Claim] {
    let seen = run.observations
    return [
        Claim("rounds in which First Log came first", seen.firstLogFirst, "rounds", .exactly(seen.rounds), outOf: seen.rounds),
        Claim(
            "rounds in which the caller's own thread ran the block", seen.onOneThread, "rounds", .exactly(seen.rounds), outOf: seen.rounds),
    ]
}

func asyncClaims(_ run: LogRun) -> [Claim] {
    let seen = run.observations, secondFirst = seen.rounds - seen.firstLogFirst
    return [
        Claim(
            "chance decides which log comes first", secondFirst, "rounds in which Second Log came first", .between(0, seen.rounds),
            outOf: seen.rounds),
        Claim("rounds in which the caller's own thread ran the block", seen.onOneThread, "rounds", .exactly(0), outOf: seen.rounds),
    ]
}

func syncBehindClaims(_ run: Run<QueuesParameters, SaveReport>) -> [Claim] {
    let seen = run.observations
    let items = run.trace.items(onQueue: "saved photos"), count = items.first(where: \.callerWaits)
    let endedBefore = items.count { !$0.callerWaits && ($0.ended ?? .max) <= (count?.began ?? 0) }
    return [
        Claim("blocks that ended before the block of sync began", endedBefore, "blocks", .exactly(seen.photos), outOf: seen.photos),
        Claim("photos that the caller counted", seen.counted, "photos", .exactly(seen.photos), outOf: seen.photos),
    ]
}

func besideEachOther(_ run: AlbumRun) -> Int {
    run.trace.mostAtOnce(run.trace.items(onQueue: "camera") + run.trace.items(onQueue: "downloads"))
}

func twoQueuesClaims(_ run: AlbumRun) -> [Claim] {
    let seen = run.observations, lost = seen.added - seen.inAlbum, chance = run.setting.chance
    return [
        Claim(
            "most blocks of one queue that ran at the same time",
            max(run.trace.mostAtOnce(run.trace.items(onQueue: "camera")), run.trace.mostAtOnce(run.trace.items(onQueue: "downloads"))),
            "blocks", .exactly(1)),
        Claim(
            "most blocks of both queues that ran at the same time", besideEachOther(run), "blocks", chance ? .between(1, 2) : .exactly(2),
            showsMistake: true, thisTime: besideEachOther(run) > 1),
        Claim("lost photos", lost, "photos", .atLeast(chance ? 0 : 1), outOf: seen.added, showsMistake: true, thisTime: lost > 0),
    ]
}

func targetClaims(_ run: AlbumRun) -> [Claim] {
    let seen = run.observations
    let items = (run.trace.items(onQueue: "camera") + run.trace.items(onQueue: "downloads"))
        .sorted { ($0.enqueued ?? 0) < ($1.enqueued ?? 0) }
    return [
        Claim("most blocks of both queues that ran at the same time", run.trace.mostAtOnce(items), "blocks", .exactly(1)),
        Claim("lost photos", seen.added - seen.inAlbum, "photos", .exactly(0), outOf: seen.added),
    ]
}

func qosClaims(_ run: Run<QueuesParameters, QoSReport>) -> [Claim] {
    let queues = run.observations.queues, blocks = run.observations.blocks
    let nice = queues.map(\.niceValue)
    return [
        Claim("global queues for the five classes of QoS", Set(queues.map(\.label)).count, "queues", .exactly(4)),
        Claim(
            "more urgent classes whose thread had a higher nice value", zip(nice, nice.dropFirst()).count { $0 < $1 }, "classes",
            .exactly(0), outOf: nice.count - 1),
        Claim("nice value of the background thread minus that of the default thread", nice[0] - nice[2], "steps", .atLeast(0)),
        Claim(
            "blocks of one serial queue that ran in the order of submission, the least urgent first",
            zip(0..., blocks).count { $0 == $1.number }, "blocks", .exactly(blocks.count), outOf: blocks.count),
        Claim(
            "different nice values of the threads that ran these blocks", Set(blocks.map(\.niceValue)).count, "values", .exactly(1)),
    ]
}

/// Blocks per second that a caller hands to a serial queue.
let handOver = Comparison<QueuesParameters>(
    "The price of handing a block to a queue", unit: "blocks/s",
    lesson: """
        `sync` on a free queue needs no other thread. `async` needs one, and it can run many blocks in a row. To wait after each block
        costs two context switches: to the other thread, and back.
        """,
    entries: [
        .init("sync") { _ in SpeedOfHandOver().sync() },
        .init("async, wait at the end") { _ in SpeedOfHandOver().async() },
        .init("async, wait each time") { _ in SpeedOfHandOver().asyncAndWait() },
    ])

let lab = Lab<QueuesParameters>(
    name: "lab-queues",
    title: "Dispatch queues: which blocks overlap, and in which order?",
    about: """
        An app makes a thumbnail of each photo on a page, and it fills an album. All the work is done by blocks on dispatch queues. The
        variants differ in the queue (serial, concurrent, main, global), in the call (`sync`, `async`), and in the target of the queue.
        Watch which blocks run at the same time, and which thread runs them.
        """,
    next: [
        "`swift run lab-queues --variant sync --step` and `--variant async --step` tell both calls event by event. When does the caller go on?",
        "`swift run lab-queues --variant concurrent --chance --photos 12 --repeat 20` does not hold the first photo back: how often is it still last?",
        "`swift run lab-queues --explore --variant two-queues` runs every interleaving of two additions: which ones lose a photo?",
    ],
    comparisons: [handOver],
    variants: [
        Variant(
            "serial", "a serial queue: one block after the other", prediction: .serial, explored: .brings(.none),
            run: { $0.page.useSerialQueue() }, claims: serialClaims),
        Variant(
            "concurrent", "a concurrent queue: blocks begin in order and end in any order", prediction: .concurrent,
            explored: .brings(.none, outcomes: 2),
            run: { $0.pageWithLargePhoto.useConcurrentQueue() }, claims: concurrentClaims),
        Variant(
            "serial-barrier", "barriers on a serial queue: no effect, because each block runs alone already", prediction: .serialBarrier,
            explored: .brings(.none),
            run: { $0.page.useBarriersOnSerialQueue() }, claims: serialBarrierClaims),
        Variant(
            "main", "the main queue: one block at a time, on the main thread", prediction: .main, explored: .brings(.none),
            run: { $0.page.useMainQueue() }, claims: mainClaims),
        Variant(
            "global", "a global queue: all parts of the app share it", prediction: .global, explored: .brings(.none),
            run: { twoPartsOfAnApp(meeting: $0.meeting) }, claims: globalClaims),
        Variant(
            "sync", "First Log with sync: the caller waits", prediction: .sync, explored: .brings(.none),
            run: { LogReport(rounds: $0.rounds, viewDidLoadWithSync) }, claims: syncClaims),
        Variant(
            "async", "First Log with async: the caller goes on", prediction: .async, explored: .brings(.none, outcomes: 2),
            run: { LogReport(rounds: $0.rounds, viewDidLoadWithAsync) }, claims: asyncClaims),
        Variant(
            "sync-behind", "sync on a busy serial queue: the caller waits for earlier blocks, too", prediction: .syncBehind,
            explored: .brings(.none),
            run: { saveAndCount($0.photos) }, claims: syncBehindClaims),
        Variant(
            "two-queues", "two serial queues change one album: photos are lost", prediction: .twoQueues, explored: .brings(.race),
            run: { useTwoQueues($0.additions, meeting: $0.meeting) }, claims: twoQueuesClaims),
        Variant(
            "target", "the two queues have one serial target queue", prediction: .target, explored: .brings(.none), fixes: ["two-queues"],
            run: { useTargetQueue($0.additions) }, claims: targetClaims),
        Variant(
            "concurrent-target", "two concurrent queues with a serial target queue", prediction: .concurrentTarget,
            explored: .brings(.none), fixes: ["two-queues"],
            run: { useConcurrentQueuesWithTarget($0.additions) }, claims: targetClaims),
        Variant(
            "qos", "QoS: it chooses the threads, and not the order", prediction: .qos, explored: .brings(.none),
            run: { _ in QoSReport() }, claims: qosClaims),
    ],
    afterRun: afterRun, followUps: followUps, staging: ["Meeting.swift", "LargePhoto.swift"])

lab.main()
