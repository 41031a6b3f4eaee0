import ApplyScenario
import LabKit

struct ApplyParameters: LabParameters {
    @Option(help: "Pixels of the photo (2 to 1000000; default: 400000).", transform: within(2...1_000_000))
    var pixels = 400_000

    @Option(help: "Strides of the photo (2 to 1000, at most one per pixel; default: 8).", transform: within(2...1000))
    var strides = 8

    func validate() throws {
        if strides > pixels {
            throw ValidationError("--strides \(strides): a photo of \(pixels) pixels has at most \(pixels) strides.")
        }
    }
}

extension Setting<ApplyParameters> {
    var photo: Photo { Photo(pixels: parameters.pixels) }
    /// A hundredth of the photo, for the variant in which each pixel leaves its own record.
    var thumbnail: Photo { Photo(pixels: max(2, parameters.pixels / 100)) }
    /// Pixels per stride.
    var size: Int { (parameters.pixels + parameters.strides - 1) / parameters.strides }
}

typealias ApplyRun = Run<ApplyParameters, Observations>

/// The cores that can share the work.
let processors = processorsOfThisProcess()

/// Why a claim that needs several cores cannot be seen in this run; nil if there are several.
let oneCore = processors == 1 ? "this machine gives the program one core" : nil

/// The consequence for the lab, as a sentence.
let aboutTheMachine =
    oneCore == nil
    ? "" : " This machine gives the program one core: one thread does all the work. Claims that need several threads show ○ (not seen)."

/// How the threads shared the iterations, counted in the trace.
func sharing(_ run: ApplyRun, _ count: Int) -> [Claim] {
    let iterations = run.trace.items.filter { $0.how == .applyIteration && $0.ended != nil }
    let numbers = Set(iterations.map(\.id))
    let threads = Set(iterations.compactMap(\.lane)).count
    let onCaller = iterations.count { $0.lane.map { run.trace.lanes[$0].isMain } ?? false }
    return [
        Claim("iterations that ran", numbers.count, "iterations", .exactly(count), outOf: count),
        Claim("iterations that ran twice", iterations.count - numbers.count, "iterations", .exactly(0), outOf: iterations.count),
        oneCore.map { .notSeen("threads that ran iterations", because: $0, expected: "at least 2 threads") }
            ?? Claim("threads that ran iterations", threads, "threads", .atLeast(2)),
        Claim("threads that ran iterations, at most one per core", threads, "threads", .atMost(processors)),
        Claim("iterations on the calling thread", onCaller, "iterations", .between(1, count), outOf: count),
    ]
}

func isRight(_ seen: Observations) -> Claim {
    Claim("brightness missing from the sum", seen.expected - seen.brightness, "units", .exactly(0), outOf: seen.expected)
}

func lockClaims(_ run: ApplyRun) -> [Claim] {
    let strides = run.setting.photo.strides(of: run.setting.size)
    let taken = run.trace.events(.lockAcquired, in: "brightnessWithALock(stridesOf:_:)").count
    return sharing(run, strides) + [
        Claim("times the lock was acquired, once per stride", taken, "times", .exactly(strides)), isRight(run.observations),
    ]
}

func accumulatorClaims(_ run: ApplyRun) -> [Claim] {
    let seen = run.observations
    let strides = run.setting.photo.strides(of: run.setting.size)
    let lost = "strides lost from the sum", missing = "brightness missing from the sum"
    if let oneCore {
        return sharing(run, strides) + [
            .notSeen(lost, because: oneCore, expected: "at least \(strides / 2) of \(strides) strides", showsMistake: true),
            .notSeen(missing, because: oneCore, expected: "at least 1 unit", showsMistake: true),
        ]
    }
    return sharing(run, strides) + [
        Claim(
            lost, strides - (seen.stridesKept ?? 0), "strides", .atLeast(strides / 2), outOf: strides, showsMistake: true),
        Claim(missing, seen.expected - seen.brightness, "units", .atLeast(1), outOf: seen.expected, showsMistake: true),
    ]
}

func threeClaims(_ run: ApplyRun) -> [Claim] {
    let iterations = run.trace.items.filter { $0.how == .applyIteration }
    let shares = Dictionary(grouping: iterations, by: \.lane).values.map(\.count)
    return sharing(run, 3) + [
        oneCore.map { .notSeen("iterations of the busiest thread (three items)", because: $0, expected: "2 of 3 with two cores") }
            ?? Claim(
                "iterations of the busiest thread (three items, \(processors) cores)", shares.max() ?? 0, "iterations",
                .atLeast((2 + shares.count) / max(1, shares.count)), outOf: 3), isRight(run.observations),
    ]
}

/// Pixels per second for strides of many sizes, as ratios to the loop.
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
            Starting an iteration always costs the same, however small it is. Short strides spend most of their time on that. With very long
            strides, some cores have no work at the end. A single stride is the plain loop again.
            """,
        entries: [loop] + strides,
        baseline: .init("plain loop") { _ in (Double(processors), "ideal: \(processors) \(processors == 1 ? "core" : "cores")") },
        finding: { figures in
            guard let crossover = figures.firstBetter(), let best = figures.best, let ratio = figures.ratio(best) else {
                let reason =
                    processors == 1
                    ? "With one core, threads cannot make the loop faster."
                    : "Perhaps other programs keep the cores busy. Try again when they do not."
                return "This run shows no crossover: no stride beat the plain loop in every round. \(reason)"
            }
            let tenths = (ratio * 10).rounded() / 10
            let ideal = figures.ideal.map { " With \(Int($0)) \($0 == 1 ? "core" : "cores"), the ideal is \(Int($0)) times." } ?? ""
            return
                "The crossover: a \(crossover.name) pixels is the shortest that beats the loop. The best was a \(best.name): \(tenths) times as fast as the loop.\(ideal)"
        })
}()

/// Three items of one size, in a loop and at the same time.
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
    title: "concurrentPerform: a loop on all cores, and how large an iteration should be",
    about: """
        The brightness of a photo is the sum over its pixels. A plain loop adds them up on one core. concurrentPerform shares iterations
        among threads and returns when all have ended. The variants use one iteration per pixel, strides of pixels, one shared
        variable, a lock, and only three items. Bars at the end show how fast each size of stride is.
        """
            + aboutTheMachine,
    next: [
        "`swift run lab-apply --variant strides --strides 3`: look at the end of the timeline. Which core has nothing to do?",
        "`swift run lab-apply --variant strides --strides 100`, then `--strides 1000`: where does the overhead begin to show?",
        "`swift run lab-apply --variant shared-accumulator --explore`: run the command that it prints. Its steps show two reads of the total, and then the write that replaces the other one.",
    ],
    comparisons: [
        sweep,
        threeItems("thumbnails of 20 pixels", pixels: 20, "The caller has finished all three before another thread has started."),
        threeItems(
            "photos of 100,000 pixels", pixels: 100_000,
            "Now there is work to share. But an item is not divided: with three items on two cores, one core is idle while the other does the third."
        ),
    ],
    variants: [
        Variant(
            "loop", "a plain loop: one thread adds one pixel after the other", prediction: .loop, explored: .brings(.none),
            run: { setting in Observations(setting.photo.brightnessInALoop(), of: [setting.photo]) },
            claims: { run in
                let iterations = run.trace.items.count { $0.how == .applyIteration }
                let loops = run.trace.items(onQueue: "loop")
                return [
                    Claim("work items of the loop", loops.count, "items", .exactly(1)),
                    Claim(
                        "work items on the calling thread", loops.count { $0.lane == $0.enqueuedOnLane }, "items", .exactly(1),
                        outOf: loops.count),
                    Claim("iterations of concurrentPerform", iterations, "iterations", .exactly(0)), isRight(run.observations),
                ]
            }),
        Variant(
            "each-pixel", "concurrentPerform with one iteration per pixel (of a thumbnail)", prediction: .eachPixel,
            explored: .brings(.none),
            run: { setting in
                Observations(setting.thumbnail.brightnessPixelByPixel(CommonStart(processors: processors)), of: [setting.thumbnail])
            },
            claims: { sharing($0, $0.setting.thumbnail.strides(of: 1)) + [isRight($0.observations)] }),
        Variant(
            "strides", "one iteration per stride of pixels, and a slot for each sum", prediction: .strides, explored: .brings(.none),
            fixes: ["shared-accumulator"],
            run: { setting in
                Observations(setting.photo.brightness(inStridesOf: setting.size, CommonStart(processors: processors)), of: [setting.photo])
            },
            claims: { sharing($0, $0.setting.photo.strides(of: $0.setting.size)) + [isRight($0.observations)] }),
        Variant(
            "shared-accumulator", "strides that all add to one variable", prediction: .sharedAccumulator, explored: .brings(.race),
            run: { setting in
                let pairs = PairsMeet(setting.photo.strides(of: setting.size), processors: processors)
                return Observations(
                    setting.photo.brightnessInOneVariable(stridesOf: setting.size, CommonStart(processors: processors), pairs),
                    of: setting.photo)
            },
            claims: accumulatorClaims),
        Variant(
            "lock", "the same, with a lock around each addition", prediction: .lock, explored: .brings(.none),
            fixes: ["shared-accumulator"],
            run: { setting in
                Observations(
                    setting.photo.brightnessWithALock(stridesOf: setting.size, CommonStart(processors: processors)), of: setting.photo)
            },
            claims: lockClaims),
        Variant(
            "three-items", "one iteration for each of three photos", prediction: .threeItems, explored: .brings(.none),
            run: { setting in
                let photos = [Photo](repeating: setting.photo, count: 3)
                return Observations(photos.brightnessAtOnce(CommonStart(processors: processors)).reduce(0, +), of: photos)
            },
            claims: threeClaims),
    ],
    afterRun: afterRun, followUps: followUps, staging: ["PairsMeet.swift", "CommonStart.swift"])

lab.main()
