import BarrierScenario
import LabKit

struct BarrierParameters: LabParameters {
    @Option(help: "Threads that read, each once a round (1 to 64; default: 4).", transform: within(1...64))
    var readers = 4

    @Option(help: "Threads that write, each once a round (2 to 16; default: 2).", transform: within(2...16))
    var writers = 2

    @Option(help: "Rounds of reading and writing (1 to 20; default: 3).", transform: within(1...20))
    var rounds = 3

    @Flag(help: "Leaves to chance who meets whom, as life does; then the mistakes may or may not show.")
    var chance = false
}

extension Setting<BarrierParameters> {
    /// Whether readers certainly meet.
    var canOverlap: Bool { parameters.readers > 1 && !parameters.chance }

    func workload(_ meetings: Meetings) -> Workload {
        Workload(
            readers: parameters.readers, writers: parameters.writers, rounds: parameters.rounds,
            meetings: parameters.chance ? .leftToChance : meetings, seed: seed)
    }
}

typealias BarrierRun = Run<BarrierParameters, Observations>

/// What every library has to promise.
func keepsThePromise(_ seen: Observations) -> [Claim] {
    [
        Claim("no photo is lost", seen.photosLost, "photos", .exactly(0), outOf: seen.photosAdded),
        Claim("no read is torn", seen.tornReads, "reads", .exactly(0), outOf: seen.reads),
        Claim("every read sees a beginning of what was written", seen.readsThatAreNoPrefix, "reads do not", .exactly(0), outOf: seen.reads),
        Claim("every read sees what was added in the rounds before", seen.staleReads, "reads do not", .exactly(0), outOf: seen.reads),
    ]
}

/// What goes wrong where readers and writers meet; left to chance it may or may not, and the claims hold either way.
func breaksThePromise(_ run: BarrierRun) -> [Claim] {
    let seen = run.observations
    func mistake(_ name: String, _ figure: Int, _ unit: String, outOf: Int? = nil) -> Claim {
        Claim(
            name, figure, unit, run.setting.chance ? .atLeast(0) : .moreThan(0), outOf: outOf, showsMistake: true, thisTime: figure > 0)
    }
    return [
        mistake("readers are inside beside a writer", seen.mostReadersBesideAWriter, "at once"),
        mistake("reads are torn", seen.tornReads, "reads", outOf: seen.reads),
        mistake("photos are lost", seen.photosLost, "photos", outOf: seen.photosAdded),
    ]
}

func alone(_ seen: Observations) -> Claim {
    Claim("never two at the album", seen.mostAtOnce, "at once", .exactly(1))
}

func barrierClaims(_ run: BarrierRun) -> [Claim] {
    let items = run.trace.items(onQueue: "photoQueue")
    let barriers = items.filter(\.isBarrier)
    let reads = items.filter { !$0.isBarrier }
    let besideABarrier = barriers.flatMap { run.trace.overlapping($0, among: items) }
    // Each read that some barrier stood before; one is too early when it began before such a barrier had ended.
    let behind = barriers.map { barrier in (barrier, run.trace.enqueued(after: barrier, among: reads)) }
    let readsBehind = Set(behind.flatMap { $0.1.map(\.id) })
    let tooEarly = Set(behind.flatMap { barrier, reads in reads.filter { ($0.began ?? 0) < (barrier.ended ?? .max) }.map(\.id) })
    return [
        Claim("readers overlap", run.observations.mostReadersAtOnce, "at once", .moreThan(run.setting.canOverlap ? 1 : 0)),
        Claim("no item runs beside a barrier", besideABarrier.count, "items", .exactly(0), outOf: items.count),
        Claim(
            "what is put on the queue behind a barrier begins after its end", tooEarly.count, "items too early", .exactly(0),
            outOf: readsBehind.count),
    ] + keepsThePromise(run.observations)
}

func globalBarrierClaims(_ run: BarrierRun) -> [Claim] {
    let barriers = run.trace.items.filter(\.isBarrier)
    let notAlone = barriers.filter { !run.trace.overlapping($0, among: run.trace.items).isEmpty }
    return [
        Claim(
            "barriers run beside other items", notAlone.count, "barriers", run.setting.chance ? .atLeast(0) : .moreThan(0),
            outOf: barriers.count, showsMistake: true, thisTime: !notAlone.isEmpty)
    ] + breaksThePromise(run)
}

/// Reads a second of every safe way; a read takes as long as `steps` of a calculation.
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
    title: "Readers and writers: many may look, but who writes must be alone",
    about: """
        A photo library is read and written by many threads. In each round, every reader takes a copy of the album and every writer
        adds a photo; a look at the album takes about a millisecond, a change about three. Six libraries guard the same album in six
        ways: one does not guard it at all, one only seems to. Watch who is at the album together.
        """,
    predictions: predictions,
    next: [
        "`swift run lab-barrier --variant barrier --step` tells the run event by event: find the read that waits longest, and say for what.",
        "`swift run lab-barrier --variant unprotected --chance --repeat 20` does not make readers and writers meet: how often do you see it?",
        "`swift run lab-barrier --variant barrier --readers 16` and then `--variant serial --readers 16`: how long do the reads of a round take in each?",
    ],
    comparisons: [
        throughput(
            "How fast? Short reads, just a copy", steps: 0,
            "A read that only takes a copy is over before the guard has done its work: what you compare here is the guard's own cost."),
        throughput(
            "How fast? Long reads, which calculate", steps: 20_000,
            "A read that takes long is worth sharing: where readers may be inside together, every core of the machine reads."),
    ],
    variants: [
        Variant(
            "unprotected", "a concurrent queue: every block starts at once",
            run: { $0.workload(.everyone).run { UnprotectedLibrary($0) } }, claims: breaksThePromise),
        Variant(
            "barrier", "a concurrent queue; readers use sync, writers a barrier", fixes: ["unprotected", "global-barrier"],
            run: { $0.workload(.readers).run { BarrierLibrary($0) } }, claims: barrierClaims),
        Variant(
            "serial", "a serial queue: one block after the other, readers too", fixes: ["unprotected"],
            run: { $0.workload(.leftToChance).run { SerialLibrary($0) } },
            claims: { [alone($0.observations)] + keepsThePromise($0.observations) }),
        Variant(
            "lock", "no queue but a lock, around each read and each write", fixes: ["unprotected"], lanes: .threads,
            run: { $0.workload(.leftToChance).run { LockLibrary($0) } },
            claims: { [alone($0.observations)] + keepsThePromise($0.observations) }),
        Variant(
            "actor", "an actor: nobody gets at the album but through it", fixes: ["unprotected"],
            runAsynchronously: { await $0.workload(.leftToChance).runOnActor() },
            claims: { [alone($0.observations)] + keepsThePromise($0.observations) }),
        Variant(
            "global-barrier", "the barrier on a global queue, where it does nothing",
            run: { $0.workload(.everyone).run { GlobalBarrierLibrary($0) } }, claims: globalBarrierClaims),
    ],
    explored: [
        "unprotected": .brings(.race), "barrier": .brings(.none), "serial": .brings(.none), "lock": .brings(.none),
        "global-barrier": .brings(.race), "actor": .brings(.none),
    ],
    staging: ["Meeting.swift", "Turnstile.swift"])

lab.main()
