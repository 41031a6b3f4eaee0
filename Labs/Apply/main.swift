import ApplyScenario
import LabKit

struct ApplyParameters: LabParameters {
    @Option(help: "Pixels of the photo (2 to 1000000; default: 400000).", transform: within(2...1_000_000))
    var pixels = 400_000

    @Option(help: "Strides that the pixels are divided into (2 to 1000, not more than pixels; default: 8).", transform: within(2...1000))
    var strides = 8

    func validate() throws {
        if strides > pixels {
            throw ValidationError("--strides \(strides): a photo of \(pixels) pixels has no more than \(pixels) strides.")
        }
    }
}

extension Setting<ApplyParameters> {
    var photo: Photo { Photo(pixels: parameters.pixels) }
    /// A hundredth of it, where each pixel leaves a record of its own.
    var thumbnail: Photo { Photo(pixels: max(2, parameters.pixels / 100)) }
    /// Pixels to a stride.
    var size: Int { (parameters.pixels + parameters.strides - 1) / parameters.strides }
}

typealias ApplyRun = Run<ApplyParameters, Observations>

/// Cores to share the work.
let processors = processorsOfThisProcess()

/// How the iterations were shared out, counted on the trace.
func sharing(_ run: ApplyRun, _ count: Int) -> [Claim] {
    let iterations = run.trace.items.filter { $0.how == .applyIteration && $0.ended != nil }
    let numbers = Set(iterations.map(\.id))
    let threads = Set(iterations.compactMap(\.lane)).count
    let onCaller = iterations.count { $0.lane.map { run.trace.lanes[$0].isMain } ?? false }
    return [
        Claim("each iteration runs", numbers.count, "iterations", .exactly(count), outOf: count),
        Claim("none runs twice", iterations.count - numbers.count, "iterations", .exactly(0), outOf: iterations.count),
        Claim("threads share them out", threads, "threads", .atLeast(min(2, processors))),
        Claim("no more threads than cores", threads, "threads", .atMost(processors)),
        Claim("the calling thread works, too", onCaller, "iterations", .between(1, count), outOf: count),
    ]
}

func isRight(_ seen: Observations) -> Claim {
    Claim("nothing is missing from the sum", seen.expected - seen.brightness, "missing", .exactly(0), outOf: seen.expected)
}

func lockClaims(_ run: ApplyRun) -> [Claim] {
    let strides = run.setting.photo.strides(of: run.setting.size)
    let taken = run.trace.events(.lockAcquired, in: "brightnessWithALock(stridesOf:_:)").count
    return sharing(run, strides) + [
        Claim("the lock is taken once a stride, not once a pixel", taken, "times", .exactly(strides)), isRight(run.observations),
    ]
}

func accumulatorClaims(_ run: ApplyRun) -> [Claim] {
    let seen = run.observations
    let strides = run.setting.photo.strides(of: run.setting.size)
    let isRacing = processors > 1
    return sharing(run, strides) + [
        Claim(
            "of two strides that meet, one is lost", strides - (seen.stridesKept ?? 0), "strides", .atLeast(isRacing ? strides / 2 : 0),
            outOf: strides, showsMistake: true, thisTime: isRacing),
        Claim(
            "the sum is too small", seen.expected - seen.brightness, "missing", .atLeast(isRacing ? 1 : 0), outOf: seen.expected,
            showsMistake: true, thisTime: isRacing),
    ]
}

func threeClaims(_ run: ApplyRun) -> [Claim] {
    let iterations = run.trace.items.filter { $0.how == .applyIteration }
    let shares = Dictionary(grouping: iterations, by: \.lane).values.map(\.count)
    return sharing(run, 3) + [
        Claim(
            "of three items on \(processors) \(processors == 1 ? "core" : "cores") the busiest thread does a share", shares.max() ?? 0,
            "iterations",
            .atLeast((2 + shares.count) / max(1, shares.count)),
            outOf: 3), isRight(run.observations),
    ]
}

/// Pixels a second for strides of many sizes, as ratios to the loop.
let sweep: Comparison<ApplyParameters> = {
    let photo = Photo(pixels: 200_000)
    let sizes = [1, 2, 4, 8, 16, 32, 64, 256, 1024, 4096, 16_384, 65_536, 200_000]
    let loop = Comparison<ApplyParameters>.Entry("plain loop") { _ in
        200_000 * Throughput().measure { _ = photo.brightness(of: 0..<200_000) }
    }
    let strides = sizes.map { size in
        Comparison<ApplyParameters>.Entry("stride of \(size)") { _ in
            200_000 * Throughput().measure { _ = photo.brightness(inStridesOf: size) }
        }
    }
    return Comparison(
        "A photo of 200,000 pixels", unit: "pixels/s",
        lesson: """
            To hand out an iteration costs the same, however little is in it: that is what short strides spend their time on. Very long
            strides leave cores without work at the end; one stride for all is the loop again.
            """,
        entries: [loop] + strides,
        baseline: .init("plain loop") { _ in (Double(processors), "ideal: \(processors) \(processors == 1 ? "core" : "cores")") },
        finding: { figures in
            guard let crossover = figures.firstBetter(), let best = figures.best, let ratio = figures.ratio(best) else {
                let reason =
                    processors == 1
                    ? "With one core there is nothing to gain."
                    : "Are the other cores busy with something else? Try again when they are not."
                return "No crossover that this run could show: no stride beat the plain loop in every round. \(reason)"
            }
            let tenths = (ratio * 10).rounded() / 10
            let ideal = figures.ideal.map { ", of \(Int($0)) that the cores could give" } ?? ""
            return
                "The crossover: a \(crossover.name) pixels is the shortest that beats the loop; best was a \(best.name): \(tenths) times the loop\(ideal)."
        })
}()

/// Three items of a size, as a loop and at once.
func threeItems(_ words: String, pixels: Int, _ lesson: String) -> Comparison<ApplyParameters> {
    let photos = [Photo](repeating: Photo(pixels: pixels), count: 3)
    return Comparison(
        "Three \(words)", unit: "times/s", lesson: lesson,
        entries: [
            .init("plain loop") { _ in Throughput().measure { _ = photos.brightnessOneByOne() } },
            .init("concurrentPerform") { _ in Throughput().measure { _ = photos.brightnessAtOnce() } },
        ],
        baseline: .init("plain loop") { _ in
            let rounds = (3 + processors - 1) / processors
            return (3 / Double(rounds), "ideal")
        })
}

let lab = Lab<ApplyParameters>(
    name: "lab-apply",
    title: "concurrentPerform: a loop on all cores, and how much to put into an iteration",
    about: """
        The brightness of a photo is the sum over its pixels. A plain loop adds them up on one core. concurrentPerform shares iterations
        out among threads and returns when all have ended: with an iteration for each pixel, with strides of pixels, with all adding to
        one variable, with a lock, and with only three items. Bars at the end show what each size of stride is worth.
        """,
    predictions: predictions,
    next: [
        "`swift run lab-apply --variant strides --strides 3`: look at the end of the timeline. Which core has nothing to do?",
        "`swift run lab-apply --variant strides --strides 100`, then `--strides 1000`: where does the overhead begin to show?",
        "`swift run lab-apply --variant shared-accumulator --step --strides 2`: find the two reads, and the write that is written over.",
    ],
    comparisons: [
        sweep,
        threeItems("thumbnails of 20 pixels", pixels: 20, "The helper is still on its way when the caller has done all three."),
        threeItems(
            "photos of 100,000 pixels", pixels: 100_000,
            "Now there is something to share. But an item is not divided: when three are on two cores, one core idles while the other does the third."
        ),
    ],
    variants: [
        Variant(
            "loop", "a plain loop: one thread, one pixel after the other",
            run: { setting in Observations(setting.photo.brightnessInALoop(), of: [setting.photo]) },
            claims: { run in
                let iterations = run.trace.items.count { $0.how == .applyIteration }
                let loops = run.trace.items(onQueue: "loop")
                return [
                    Claim("the loop is one piece of work", loops.count, "items", .exactly(1)),
                    Claim(
                        "it runs on the calling thread", loops.count { $0.lane == $0.enqueuedOnLane }, "items", .exactly(1),
                        outOf: loops.count),
                    Claim("nothing is handed to other threads", iterations, "iterations", .exactly(0)), isRight(run.observations),
                ]
            }),
        Variant(
            "each-pixel", "concurrentPerform with one iteration a pixel, of a thumbnail",
            run: { setting in
                Observations(setting.thumbnail.brightnessPixelByPixel(CommonStart(processors: processors)), of: [setting.thumbnail])
            },
            claims: { sharing($0, $0.setting.thumbnail.strides(of: 1)) + [isRight($0.observations)] }),
        Variant(
            "strides", "an iteration a stride of pixels, and a slot for each stride's sum", fixes: ["shared-accumulator"],
            run: { setting in
                Observations(setting.photo.brightness(inStridesOf: setting.size, CommonStart(processors: processors)), of: [setting.photo])
            },
            claims: { sharing($0, $0.setting.photo.strides(of: $0.setting.size)) + [isRight($0.observations)] }),
        Variant(
            "shared-accumulator", "strides, all adding to one variable",
            run: { setting in
                let pairs = PairsMeet(setting.photo.strides(of: setting.size), processors: processors)
                return Observations(
                    setting.photo.brightnessInOneVariable(stridesOf: setting.size, CommonStart(processors: processors), pairs),
                    of: setting.photo)
            },
            claims: accumulatorClaims),
        Variant(
            "lock", "the same, with a lock around each addition", fixes: ["shared-accumulator"],
            run: { setting in
                Observations(
                    setting.photo.brightnessWithALock(stridesOf: setting.size, CommonStart(processors: processors)), of: setting.photo)
            },
            claims: lockClaims),
        Variant(
            "three-items", "an iteration for each of three photos",
            run: { setting in
                let photos = [Photo](repeating: setting.photo, count: 3)
                return Observations(photos.brightnessAtOnce(CommonStart(processors: processors)).reduce(0, +), of: photos)
            },
            claims: threeClaims),
    ],
    explored: [
        "loop": .brings(.none), "each-pixel": .brings(.none), "strides": .brings(.none), "shared-accumulator": .brings(.race),
        "lock": .brings(.none), "three-items": .brings(.none),
    ],
    staging: ["PairsMeet.swift", "CommonStart.swift"])

lab.main()
