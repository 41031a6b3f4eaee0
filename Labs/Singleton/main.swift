import LabKit
import SingletonScenario

struct SingletonParameters: LabParameters {
    @Option(help: "Parts of the app that ask (or write) at the same time (2 to 16; default: 2).", transform: within(2...16))
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
        Claim("all looked before one was made, and found none", seen.arrivals, "callers", .exactly(seen.callers), outOf: seen.callers),
        Claim("they make one side by side", run.trace.mostAtOnce(callers), "at once", .exactly(callers.count)),
        Claim(
            "each makes a manager of its own, where there should be 1", seen.managers, "managers", .exactly(seen.callers),
            showsMistake: true),
        Claim(
            "photos are missing, in a manager that nobody finds any more", seen.photosMissing, "photos",
            .exactly(seen.callers - 1), outOf: seen.photosAdded, showsMistake: true),
    ]
}

/// What holds whatever chance does; whether the mistake shows is told beside.
func hastyClaims(_ run: SingletonRun) -> [Claim] {
    let seen = run.observations
    return [
        Claim(
            "chance decides how many managers are made, where there should be 1", seen.managers, "managers", .between(1, seen.callers),
            showsMistake: true, thisTime: seen.managers > 1),
        Claim(
            "a photo is missing for each caller who was given another manager than the one found now, and for nobody else",
            abs(seen.callersApart - seen.photosMissing), "callers otherwise", .exactly(0), outOf: seen.callers),
    ]
}

func keepsThePromise(_ seen: Observations) -> [Claim] {
    [
        Claim("all are given the same manager", seen.managers, "managers", .exactly(1)),
        Claim("no photo is missing", seen.photosMissing, "photos", .exactly(0), outOf: seen.photosAdded),
    ]
}

func onceClaims(_ run: SingletonRun) -> [Claim] {
    let makings = run.trace.initialisations(of: "shared")
    let waits = makings.flatMap(\.waits)
    let late = waits.filter { run.trace.lanes[$0.lane].isMain }
    let tooEarly = makings.flatMap { making in making.waits.filter { ($0.ended ?? .max) < (making.ended ?? .max) } }
    return [
        Claim("the manager is made once", makings.count, "times", .exactly(1)),
        Claim("whoever asks meanwhile stands still", waits.count, "callers", .exactly(run.setting.callers - 1), outOf: run.setting.callers),
        Claim("nobody goes on before it is there", tooEarly.count, "callers", .exactly(0), outOf: waits.count),
        Claim("nobody who asks later has to wait", late.count, "calls", .exactly(0), outOf: run.observations.laterCalls),
    ] + keepsThePromise(run.observations)
}

func lockClaims(_ run: SingletonRun) -> [Claim] {
    let waits = run.trace.waits(.mutex, in: "shared")
    let late = run.trace.events(.lockAcquired, in: "shared").filter { run.trace.lanes[Int($0.lane)].isMain }
    return [
        Claim("whoever asks meanwhile stands still", waits.count, "callers", .exactly(run.setting.callers - 1), outOf: run.setting.callers),
        Claim(
            "whoever asks later takes the lock, too", late.count, "calls", .exactly(run.observations.laterCalls),
            outOf: run.observations.laterCalls),
    ] + keepsThePromise(run.observations)
}

let lab = Lab<SingletonParameters>(
    name: "lab-singleton",
    title: "The singleton: two ask at once for the one of which there should be one",
    about: """
        A photo manager is made when it is asked for the first time. Several callers ask at the same time, each on a queue of its own.
        Six variants: to look whether there is one and make one if not (twice: arranged so that it goes wrong, and left to chance),
        `static let`, a lock; then what `static let` does not protect, the contents, and an actor that does.
        """,
    predictions: predictions,
    next: [
        "`swift run lab-singleton --variant once --step` tells the run event by event: find the wait, and what ends it.",
        "`swift run lab-singleton --variant racing-without-sleep --repeat 100` leaves the mistake to chance: how often does it show?",
        "`swift run lab-singleton --variant once --callers 8`, then `--variant lock --callers 8`: how do the callers leave?",
    ],
    variants: [
        Variant(
            "racing", "look, and make one if there is none; all look before one is made",
            run: { $0.asking(.behindTheLook).run { RacingPhotoManager.shared } }, claims: racingClaims),
        Variant(
            "racing-without-sleep", "the same, left to chance",
            run: { $0.asking(.nowhere).run { HastyPhotoManager.shared } }, claims: hastyClaims),
        Variant(
            "once", "static let: made by the first who asks, once", fixes: ["racing", "racing-without-sleep"],
            run: { $0.asking(.atTheDoor).run { OncePhotoManager.shared } }, claims: onceClaims),
        Variant(
            "lock", "look and make under a lock", fixes: ["racing"],
            run: { $0.asking(.atTheDoor).run { LockedPhotoManager.shared } }, claims: lockClaims),
        Variant(
            "contents", "one instance, but its contents are unprotected", run: { $0.filling.runCareless() },
            claims: { run in
                let seen = run.observations
                return [
                    Claim("all are given the same album", seen.albums, "albums", .exactly(1)),
                    Claim(
                        "all photos in it are lost but the one put back last", seen.photosLost, "photos", .exactly(seen.photosAdded - 1),
                        outOf: seen.photosAdded, showsMistake: true),
                ]
            }),
        Variant(
            "actor", "one instance, and an actor: one at a time at its contents", fixes: ["contents"],
            runAsynchronously: { await $0.filling.runActor() },
            claims: { run in
                let seen = run.observations
                return [
                    Claim("all are given the same album", seen.albums, "albums", .exactly(1)),
                    Claim(
                        "never two at its contents", run.trace.mostAtOnce(run.trace.items(onQueue: "ActorAlbum")), "at once", .exactly(1)),
                    Claim("no photo is lost", seen.photosLost, "photos", .exactly(0), outOf: seen.photosAdded),
                ]
            }),
    ],
    explored: [
        "racing": .brings(.race), "racing-without-sleep": .brings(.race), "once": .brings(.none), "lock": .brings(.none),
        "contents": .brings(.assertion),
        "actor": .brings(.none),
    ],
    staging: ["Rendezvous.swift"])

lab.main()
