import LabKit
import LinesScenario

typealias LinesRun = Run<LinesParameters, Observations>

private func kilobytes(_ bytes: Int) -> Double { (Double(bytes) / 1000).rounded(.up) }

extension LinesRun {
    /// 800 KB are enough for a file of any size. A long line and a large chunk need memory of their own.
    fileprivate var heapLimit: Int {
        let large = [setting.chunk, observations.facts.longestLine].filter { $0 > 64 << 10 }
        return 800 + 4 * large.reduce(0, +) / 1000
    }

    fileprivate var littleHeap: Claim {
        Claim("the most heap in use", measured: kilobytes(observations.mostHeap), "KB", .atMost(heapLimit))
    }

    /// The same with a block for each batch. For each block or two, the main loop calls
    /// `RunLoop.run(mode:before:)`. On Linux, each such call with a time limit leaves about 160 bytes
    /// in use: Foundation makes a timer for the limit, and does not free all of it. So a file of 1 GB
    /// needs 14 MB: little, compared with the file.
    fileprivate var littleHeapWithBlocks: Claim {
        Claim(
            "the most heap in use", measured: kilobytes(observations.mostHeap), "KB",
            .atMost(heapLimit + observations.facts.bytes / 50_000))
    }

    fileprivate var linesRead: Claim {
        Claim("lines that were read", observations.lines, "lines", .exactly(observations.facts.lines))
    }

    /// The lines, compared one by one with those that the C library reads.
    fileprivate var allRight: Claim {
        let seen = observations
        return Claim(
            "lines equal to those of the file, in its order", seen.isRight ? seen.lines : 0, "lines", .exactly(seen.facts.lines))
    }

    /// The app can stop before the end of the file.
    fileprivate var firstRight: Claim {
        let seen = observations
        return Claim(
            "lines equal to the first lines of the file, in its order", seen.isRight ? seen.lines : 0, "lines", .exactly(seen.lines))
    }
}

func wholeFileClaims(_ run: LinesRun) -> [Claim] {
    let seen = run.observations
    let heap = "the most heap in use, with the whole file in it"
    if let reason = seen.refusal {
        return [Claim.notSeen(heap, because: "`String` refuses the file: \(reason)", expected: "the file's size", showsMistake: true)]
    }
    return [
        Claim(
            heap, measured: kilobytes(seen.mostHeap), "KB", .atLeast(seen.facts.bytes / 1000), showsMistake: true,
            thisTime: seen.facts.bytes > 0),
        run.allRight,
    ]
}

func tornLinesClaims(_ run: LinesRun) -> [Claim] {
    let seen = run.observations, parts = seen.lines - seen.facts.lines
    return [
        Claim(
            "lines too many, because a line was torn at the end of a chunk", parts, "lines", .exactly(seen.facts.cutLines),
            showsMistake: true, thisTime: parts > 0),
        run.littleHeap,
    ]
}

func brokenCharactersClaims(_ run: LinesRun) -> [Claim] {
    let seen = run.observations
    let replaced = seen.replacements - seen.facts.replacements
    let name = "replacement characters, because a character was cut in two"
    return [
        run.linesRead,
        seen.facts.isText
            ? Claim(
                name, replaced, "characters", .atLeast(seen.facts.cutCharacters), showsMistake: true, thisTime: replaced > 0)
            : .notSeen(name, because: "the file itself is not valid UTF-8", expected: "> 0", showsMistake: true),
        run.littleHeap,
    ]
}

func chunksClaims(_ run: LinesRun) -> [Claim] {
    let seen = run.observations
    return [
        run.linesRead, run.allRight,
        Claim("replacement characters that are not in the file", seen.replacements - seen.facts.replacements, "characters", .exactly(0)),
        run.littleHeap,
    ]
}

/// The most blocks of the operation that waited in the main queue at the same time.
private func mostWaiting(_ trace: Trace) -> Int {
    var changes: [(time: Int64, change: Int)] = []
    for item in trace.items where trace.queues[item.queue].kind == .main && item.enqueuedOnLane != 0 {
        guard let enqueued = item.enqueued else { continue }
        changes.append((enqueued, 1))
        if let began = item.began { changes.append((began, -1)) }
    }
    changes.sort { ($0.time, $0.change) < ($1.time, $1.change) }
    var waiting = 0, most = 0
    for change in changes {
        waiting += change.change
        most = max(most, waiting)
    }
    return most
}

private func onMain(_ run: LinesRun) -> Claim {
    Claim("lines shown on another thread than the main thread", run.observations.linesOffMainThread, "lines", .exactly(0))
}

func eachLineClaims(_ run: LinesRun) -> [Claim] {
    let seen = run.observations
    return [
        Claim(
            "blocks that waited in the main queue at the same time", mostWaiting(run.trace), "blocks",
            .atLeast(min(seen.facts.lines, 4096)), showsMistake: true, thisTime: seen.facts.lines > 0),
        Claim(
            "the most heap in use", measured: kilobytes(seen.mostHeap), "KB", seen.facts.lines < 4096 ? .atLeast(0) : .moreThan(800),
            showsMistake: true, thisTime: seen.facts.lines >= 4096),
        run.firstRight, onMain(run),
    ]
}

func batchesClaims(_ run: LinesRun) -> [Claim] {
    [
        Claim("batches that waited in the main queue at the same time", mostWaiting(run.trace), "batches", .atMost(2)),
        run.allRight, onMain(run), run.littleHeapWithBlocks,
    ]
}

func lateLinesClaims(_ run: LinesRun) -> [Claim] {
    let seen = run.observations, isLong = seen.facts.lines > 600
    return [
        Claim(
            "lines shown after cancel()", seen.linesAfterCancel, "lines", .atLeast(isLong ? 1 : 0), showsMistake: true,
            thisTime: seen.linesAfterCancel > 0),
        stops(seen),
    ]
}

func flagClaims(_ run: LinesRun) -> [Claim] {
    let seen = run.observations
    return [
        Claim(
            "lines shown after cancel()", seen.linesAfterCancel, "lines", .atLeast(seen.facts.lines > 100 ? 1 : 0), showsMistake: true,
            thisTime: seen.linesAfterCancel > 0)
    ]
}

func cancelledClaims(_ run: LinesRun) -> [Claim] {
    let seen = run.observations
    return [
        Claim("lines shown after cancel()", seen.linesAfterCancel, "lines", .exactly(0)),
        stops(seen), run.firstRight, onMain(run), run.littleHeapWithBlocks,
    ]
}

/// It asks before each batch.
private func stops(_ seen: Observations) -> Claim {
    Claim("batches submitted after cancel()", seen.blocks - seen.blocksBeforeCancel, "batches", .exactly(0))
}
