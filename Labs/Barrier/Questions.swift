import BarrierScenario
import LabKit

/// The questions after the runs.
let afterRun: [RunQuestion] = [
    RunQuestion(
        after: "barrier", asks: "How many reads had ended when the first barrier began?",
        because: """
            A barrier waits for all reads that were submitted before it, and for no others. Reads that were submitted later wait for the
            barrier.
            """
    ) { trace in
        let items = trace.items(onQueue: "photoQueue")
        let reads = items.filter { !$0.isBarrier }
        guard let began = items.filter(\.isBarrier).compactMap(\.began).min() else { return nil }
        return .number(reads.count { $0.ended ?? .max <= began }, in: 0...reads.count, at: began) { $0 == 1 ? "1 read" : "\($0) reads" }
    }
]

extension BarrierRun {
    /// Claims about a run of another size than the lab's.
    fileprivate func readers(_ expected: Int) -> Claim {
        Claim("most readers inside at the same time", observations.mostReadersAtOnce, "readers", .exactly(expected))
    }
}

/// The questions after a wrong guess.
let followUps: [FollowUp<BarrierParameters>] = [
    FollowUp(
        after: "unprotected", "global-barrier",
        asks: Variant(
            "one-reader", "two writers and one reader, unprotected",
            prediction: Prediction(
                """
                The album is empty. A writer has run `count = found.count + 1`, and not yet `photos = found + [photo]`. What does a
                reader find in the album?
                """,
                about: .part(of: "WatchedAlbum.append", from: "let found", through: "photos = found"),
                choices: ["`count` 0 and no photo", "`count` 1 and no photo", "`count` 1 and one photo"], answer: 1,
                because: """
                    A write has two steps here. A reader between them sees one of them: a torn read. No order of the two lines is safe. Only
                    protection around both of them is.
                    """, at: .firstOverlap,
                beside: ["count = found": "{torn reads} were torn"]),
            run: { setting in
                Workload(readers: 1, writers: 2, rounds: 1, meetings: .everyone, seed: setting.seed).run { UnprotectedLibrary($0) }
            },
            claims: { run in
                [
                    Claim(
                        "torn reads", run.observations.tornReads, "reads", .atLeast(1), outOf: run.observations.reads, showsMistake: true)
                ]
            })),
    FollowUp(
        after: "barrier",
        asks: Variant(
            "three-barriers", "three writers, one after the other",
            prediction: Prediction(
                """
                Three threads call `add` at the same time, and no thread reads. How many of the three blocks of
                `async(flags: .barrier)` run at the same time?
                """,
                about: ["BarrierLibrary.queue", "BarrierLibrary.add"],
                choices: ["one", "two", "three: there is no reader to wait for"], answer: 0,
                because: "A barrier runs alone. That excludes readers, and other barriers too.", at: .firstBarrier,
                beside: ["flags: .barrier": "{most writers inside at the same time} at the same time"]),
            run: { setting in
                Workload(readers: 1, writers: 3, rounds: 1, meetings: .readers, seed: setting.seed).run { BarrierLibrary($0) }
            },
            claims: { run in
                [Claim("most writers inside at the same time", run.observations.mostWritersAtOnce, "writers", .exactly(1))]
                    + keepsThePromise(run.observations)
            })),
    FollowUp(
        after: "serial", "lock", "actor",
        asks: Variant(
            "read-write-lock", "a lock that knows readers and writers",
            prediction: Prediction(
                """
                This lock distinguishes readers from writers: `pthread_rwlock_rdlock` is for readers. Three threads call `photos()`, and
                no thread writes. How many of them can be in `album.snapshot()` at the same time?
                """,
                about: ["ReadWriteLockLibrary.add", "ReadWriteLockLibrary.photos"],
                choices: ["one: it is a lock", "three"], answer: 1,
                because: "Readers share this lock. A writer needs it alone. That is the promise of a barrier, without a queue.",
                at: .opening(.longestWait), beside: ["album.snapshot": "{most readers inside at the same time} at the same time"]),
            lanes: .threads,
            run: { setting in
                Workload(readers: 3, writers: 1, rounds: 1, meetings: .readers, seed: setting.seed).run { ReadWriteLockLibrary($0) }
            }, claims: { [$0.readers(3)] + keepsThePromise($0.observations) })),
]
