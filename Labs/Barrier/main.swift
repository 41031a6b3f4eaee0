import BarrierScenario
import LabKit

struct BarrierParameters: LabParameters {
    @Option(help: "Number of readers (1 to 64; default: 4).", transform: within(1...64))
    var readers = 4

    @Option(help: "Number of writers (2 to 16; default: 2).", transform: within(2...16))
    var writers = 2

    @Option(help: "Rounds of reading and writing (1 to 20; default: 3).", transform: within(1...20))
    var rounds = 3

    @Flag(help: "Do not force readers and writers to overlap. The bugs appear in some runs only.")
    var chance = false
}

extension Setting<BarrierParameters> {
    /// Whether readers are certain to overlap.
    var canOverlap: Bool { parameters.readers > 1 && !parameters.chance }

    /// With tasks, one visitor is inside while the others wait: this needs a second core.
    var taskMeetings: Meetings { oneCore == nil ? .outside : .leftToChance }

    func workload(_ meetings: Meetings) -> Workload {
        Workload(
            readers: parameters.readers, writers: parameters.writers, rounds: parameters.rounds,
            meetings: parameters.chance ? .leftToChance : meetings, seed: seed)
    }
}

/// Why tasks cannot wait for each other in this run; nil if they can.
let oneCore = Processors.usable == 1 ? "this machine gives the program one core" : nil

typealias BarrierRun = Run<BarrierParameters, Observations>

/// Claims that hold for every correct library.
func keepsThePromise(_ seen: Observations) -> [Claim] {
    [
        Claim("lost photos", seen.photosLost, "photos", .exactly(0), outOf: seen.photosAdded),
        Claim("torn reads", seen.tornReads, "reads", .exactly(0), outOf: seen.reads),
        Claim(
            "reads that are not the first n photos of the final album", seen.readsThatAreNoPrefix, "reads", .exactly(0),
            outOf: seen.reads),
        Claim("reads that miss a photo of an earlier round", seen.staleReads, "reads", .exactly(0), outOf: seen.reads),
    ]
}

/// The bugs that appear when readers and writers overlap. With `--chance` they appear in some runs
/// only, and the claims hold in either case.
func breaksThePromise(_ run: BarrierRun) -> [Claim] {
    let seen = run.observations
    func mistake(_ name: String, _ figure: Int, _ unit: String, outOf: Int? = nil) -> Claim {
        Claim(
            name, figure, unit, run.setting.chance ? .leftToChance : .moreThan(0), outOf: outOf, showsMistake: true, thisTime: figure > 0)
    }
    return [
        mistake("most readers inside at the same time as a writer", seen.mostReadersBesideAWriter, "readers"),
        mistake("torn reads", seen.tornReads, "reads", outOf: seen.reads),
        mistake("lost photos", seen.photosLost, "photos", outOf: seen.photosAdded),
    ]
}

/// One reader or writer is inside. All others of the round came too, and waited.
func oneAtATime(_ run: BarrierRun) -> [Claim] {
    let seen = run.observations, others = run.setting.readers + run.setting.writers - 1
    // (A queue can have writes of the round before, too.)
    let waiting = seen.mostWaiting.map { Claim("most readers and writers that waited meanwhile", $0, "visitors", .atLeast(others)) }
    return [Claim("most readers and writers at the album at the same time", seen.mostAtOnce, "inside", .exactly(1))]
        + [waiting].compactMap { $0 } + keepsThePromise(seen)
}

/// The same with tasks.
func oneTaskAtATime(_ run: BarrierRun) -> [Claim] {
    let unseen = oneCore.map { Claim.notSeen("most readers and writers that waited meanwhile", because: $0, expected: "all others") }
    return oneAtATime(run) + (run.setting.chance ? [] : [unseen].compactMap { $0 })
}

func barrierClaims(_ run: BarrierRun) -> [Claim] {
    let items = run.trace.items(onQueue: "photoQueue")
    let barriers = items.filter(\.isBarrier)
    let reads = items.filter { !$0.isBarrier }
    let besideABarrier = barriers.flatMap { run.trace.overlapping($0, among: items) }
    // All reads that were submitted after some barrier. A read is too early if it began before such
    // a barrier had finished.
    let behind = barriers.map { barrier in (barrier, run.trace.enqueued(after: barrier, among: reads)) }
    let readsBehind = Set(behind.flatMap { $0.1.map(\.id) })
    let tooEarly = Set(behind.flatMap { barrier, reads in reads.filter { ($0.began ?? 0) < (barrier.ended ?? .max) }.map(\.id) })
    return [
        Claim(
            "most readers inside at the same time", run.observations.mostReadersAtOnce, "readers",
            .moreThan(run.setting.canOverlap ? 1 : 0)),
        Claim("blocks that overlap a barrier", besideABarrier.count, "blocks", .exactly(0), outOf: items.count),
        Claim(
            "reads submitted after a barrier that began before it had finished", tooEarly.count, "reads", .exactly(0),
            outOf: readsBehind.count),
    ] + keepsThePromise(run.observations)
}

func globalBarrierClaims(_ run: BarrierRun) -> [Claim] {
    let barriers = run.trace.items.filter(\.isBarrier)
    let notAlone = barriers.filter { !run.trace.overlapping($0, among: run.trace.items).isEmpty }
    return [
        Claim(
            "barriers that overlap other blocks", notAlone.count, "barriers", run.setting.chance ? .leftToChance : .moreThan(0),
            outOf: barriers.count, showsMistake: true, thisTime: !notAlone.isEmpty)
    ] + breaksThePromise(run)
}

/// Reads per second of every safe library. A read takes as long as `steps` of a calculation.
func throughput(_ title: String, steps: Int, _ lesson: String) -> Comparison<BarrierParameters> {
    @Sendable func way(_ name: String, _ make: @escaping @Sendable (Album) -> PhotoLibrary) -> Comparison<BarrierParameters>.Entry {
        .init(name) { Throughput(readers: $0.readers, stepsPerRead: steps).measure(make) }
    }
    return Comparison(
        title, unit: "reads/s", lesson: lesson,
        entries: [
            way("barrier") { BarrierLibrary($0) }, way("serial") { SerialLibrary($0) }, way("NSLock") { LockLibrary($0) },
            .init("actor") { await Throughput(readers: $0.readers, stepsPerRead: steps).measureActor() },
            way("pthread_rwlock") { ReadWriteLockLibrary($0) }, way("Mutex") { MutexLibrary($0) },
        ])
}

let lab = Lab<BarrierParameters>(
    name: "lab-barrier",
    title: "Readers and writers: many threads may read, but a writer must be alone",
    about: """
        Many threads read and write a photo library. In each round every reader copies the album and every writer adds a photo. A read
        takes about 1 ms, a write about 3 ms. Six libraries manage the same album in six ways. One does not protect it, and one only
        seems to. Watch which threads are in the album at the same time.
        """,
    next: [
        "`swift run lab-barrier --variant barrier --step` shows the run event by event: find the read that is blocked longest. What does it wait for?",
        "`swift run lab-barrier --variant unprotected --chance --repeat 20` does not force readers and writers to overlap: how often does the bug appear?",
        "`swift run lab-barrier --variant barrier --readers 16` and then `--variant serial --readers 16`: how long do the reads of a round take in each?",
    ],
    comparisons: [
        throughput(
            "How fast? Short reads (only a copy)", steps: 0,
            "A read that only copies takes less time than the protection itself. So these bars compare the cost of the protection."),
        throughput(
            "How fast? Long reads (a calculation)", steps: 20_000,
            "Long reads gain from running at the same time. If a library lets several readers in, all cores of the machine can read."),
    ],
    variants: [
        Variant(
            "unprotected", "a concurrent queue: blocks run at the same time, unprotected", prediction: .unprotected,
            explored: .brings(.race),
            run: { $0.workload(.everyone).run { UnprotectedLibrary($0) } }, claims: breaksThePromise),
        Variant(
            "barrier", "a concurrent queue; readers use sync, writers a barrier", prediction: .barrier, explored: .brings(.none),
            fixes: ["unprotected", "global-barrier"],
            run: { $0.workload(.readers).run { BarrierLibrary($0) } }, claims: barrierClaims),
        Variant(
            "serial", "a serial queue: one block at a time, readers too", prediction: .serial, explored: .brings(.none),
            fixes: ["unprotected"],
            run: { $0.workload(.outside).run { SerialLibrary($0) } }, claims: oneAtATime),
        Variant(
            "lock", "a lock around each read and each write; no queue", prediction: .lock, explored: .brings(.none),
            fixes: ["unprotected"], lanes: .threads,
            run: { $0.workload(.outside).run { LockLibrary($0) } }, claims: oneAtATime),
        Variant(
            "actor", "an actor: only its functions can use the album", prediction: .actor, explored: .brings(.none),
            fixes: ["unprotected"],
            runAsynchronously: { await $0.workload($0.taskMeetings).runOnActor() }, claims: oneTaskAtATime),
        Variant(
            "global-barrier", "a barrier on a global queue, where it has no effect", prediction: .globalBarrier, explored: .brings(.race),
            run: { $0.workload(.everyone).run { GlobalBarrierLibrary($0) } }, claims: globalBarrierClaims),
    ],
    afterRun: afterRun, followUps: followUps, staging: ["Meeting.swift", "Turnstile.swift", "WaitingRoom.swift"])

lab.main()
