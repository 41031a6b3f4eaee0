import LabKit
import SingletonScenario

struct SingletonParameters: LabParameters {
    @Option(help: "Callers (or writers) at the same time (2 to 16; default: 2).", transform: within(2...16))
    var callers = 2
}

extension Setting<SingletonParameters> {
    func asking(_ meeting: Meeting) -> AskingForTheManager { AskingForTheManager(callers: parameters.callers, meeting: meeting) }

    var filling: FillingTheAlbum { FillingTheAlbum(writers: parameters.callers) }
}

typealias SingletonRun = Run<SingletonParameters, Observations>
typealias AlbumRun = Run<SingletonParameters, Contents>

func racingClaims(_ run: SingletonRun) -> [Claim] {
    let seen = run.observations
    let callers = run.trace.items(onQueuesNamed: "caller ")
    return [
        Claim(
            "callers that found no manager, before one was stored", seen.arrivals, "callers", .exactly(seen.callers), outOf: seen.callers,
            showsMistake: true),
        Claim(
            "most callers that run at the same time", run.trace.mostAtOnce(callers), "callers", .exactly(callers.count),
            showsMistake: true),
        Claim(
            "managers created (1 would be right)", seen.managers, "managers", .exactly(seen.callers),
            showsMistake: true),
        Claim(
            "photos missing from the manager that is found in the end", seen.photosMissing, "photos",
            .exactly(seen.callers - 1), outOf: seen.photosAdded, showsMistake: true),
    ]
}

/// Claims that hold whether or not the bug appears. The sign of the first one says whether it did.
func hastyClaims(_ run: SingletonRun) -> [Claim] {
    let seen = run.observations
    return [
        Claim(
            "chance decides how many managers are created (1 would be right)", seen.managers, "managers", .between(1, seen.callers),
            showsMistake: true, thisTime: seen.managers > 1),
        Claim(
            "difference between the missing photos and the callers whose manager was replaced",
            abs(seen.callersApart - seen.photosMissing), "callers", .exactly(0), outOf: seen.callers),
    ]
}

func keepsThePromise(_ seen: Observations) -> [Claim] {
    [
        Claim("different managers that the callers got", seen.managers, "managers", .exactly(1)),
        Claim("missing photos", seen.photosMissing, "photos", .exactly(0), outOf: seen.photosAdded),
    ]
}

func onceClaims(_ run: SingletonRun) -> [Claim] {
    let makings = run.trace.initialisations(of: "shared")
    let waits = makings.flatMap(\.waits)
    let late = waits.filter { run.trace.lanes[$0.lane].isMain }
    let tooEarly = makings.flatMap { making in making.waits.filter { ($0.ended ?? .max) < (making.ended ?? .max) } }
    return [
        Claim("runs of the initializer", makings.count, "times", .exactly(1)),
        Claim("callers that were blocked meanwhile", waits.count, "callers", .exactly(run.setting.callers - 1), outOf: run.setting.callers),
        Claim("callers that continued before the manager was ready", tooEarly.count, "callers", .exactly(0), outOf: waits.count),
        Claim("later calls that had to wait", late.count, "calls", .exactly(0), outOf: run.observations.laterCalls),
    ] + keepsThePromise(run.observations)
}

func lockClaims(_ run: SingletonRun) -> [Claim] {
    let waits = run.trace.waits(.mutex, in: "shared")
    let late = run.trace.events(.lockAcquired, in: "shared").filter { run.trace.lanes[Int($0.lane)].isMain }
    return [
        Claim("callers that were blocked meanwhile", waits.count, "callers", .exactly(run.setting.callers - 1), outOf: run.setting.callers),
        Claim(
            "later calls that acquired the lock", late.count, "calls", .exactly(run.observations.laterCalls),
            outOf: run.observations.laterCalls),
    ] + keepsThePromise(run.observations)
}

let lab = Lab<SingletonParameters>(
    name: "lab-singleton",
    title: "Singleton: two threads ask for the one shared instance at the same time",
    about: """
        A photo manager is created when it is needed for the first time. Several callers ask for it at the same time, each on its own
        queue. Two variants check whether there is one and create one if not: in the first the bug is certain, in the second chance
        decides. Two variants are correct: `static let` and a lock. The last two are about the contents, which `static let` does not
        protect and an actor does.
        """,
    next: [
        "`swift run lab-singleton --variant once --step` shows the run event by event: find the wait, and what ends it.",
        "`swift run lab-singleton --variant racing-without-sleep --repeat 100` leaves the bug to chance: how often does it appear?",
        "`swift run lab-singleton --variant once --callers 8`, then `--variant lock --callers 8`: in which order do the callers continue?",
    ],
    variants: [
        Variant(
            "racing", "check, then create; all callers check before one is created", prediction: .racing, explored: .brings(.race),
            run: { $0.asking(.behindTheLook).run { RacingPhotoManager.shared } }, claims: racingClaims),
        Variant(
            "racing-without-sleep", "the same code; chance decides whether callers overlap", prediction: .racingWithoutSleep,
            explored: .brings(.race),
            run: { $0.asking(.nowhere).run { HastyPhotoManager.shared } }, claims: hastyClaims),
        Variant(
            "once", "static let: the first caller creates it, once", prediction: .once, explored: .brings(.none),
            fixes: ["racing", "racing-without-sleep"],
            run: { $0.asking(.atTheDoor).run { OncePhotoManager.shared } }, claims: onceClaims),
        Variant(
            "lock", "check and create while holding a lock", prediction: .lock, explored: .brings(.none), fixes: ["racing"],
            run: { $0.asking(.atTheDoor).run { LockedPhotoManager.shared } }, claims: lockClaims),
        Variant(
            "contents", "one instance, but its contents are unprotected", prediction: .contents, explored: .brings(.assertion),
            run: { $0.filling.runCareless() },
            claims: { run in
                let seen = run.observations
                return [
                    Claim("different albums that the writers got", seen.albums, "albums", .exactly(1)),
                    Claim(
                        "lost photos (all but the last one written)", seen.photosLost, "photos", .exactly(seen.photosAdded - 1),
                        outOf: seen.photosAdded, showsMistake: true),
                ]
            }),
        Variant(
            "actor", "one instance, an actor: one task at a time uses its contents", prediction: .actor, explored: .brings(.none),
            fixes: ["contents"],
            runAsynchronously: { await $0.filling.runActor() },
            claims: { run in
                let seen = run.observations
                return [
                    Claim("different albums that the writers got", seen.albums, "albums", .exactly(1)),
                    Claim(
                        "most writers inside the actor at the same time", run.trace.mostAtOnce(run.trace.items(onQueue: "ActorAlbum")),
                        "writers",
                        .exactly(1)),
                    Claim("lost photos", seen.photosLost, "photos", .exactly(0), outOf: seen.photosAdded),
                ]
            }),
    ],
    afterRun: afterRun, followUps: followUps, staging: ["Rendezvous.swift"])

lab.main()
