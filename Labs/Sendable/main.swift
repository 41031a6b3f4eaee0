import LabKit
import SendableScenario

struct SendableParameters: LabParameters {
    @Option(help: "People who come through each gate together (1 to 100; default: 3).", transform: within(1...100))
    var people = 3
}

typealias Visitors = Run<SendableParameters, Int>

/// One group of two is not counted.
func lostClaims(_ run: Visitors) -> [Claim] {
    let people = run.setting.people
    return [
        Claim(
            "visitors who are not counted", 2 * people - run.observations, "visitors", .exactly(people), outOf: 2 * people,
            showsMistake: true)
    ]
}

func allCountedClaims(_ run: Visitors) -> [Claim] {
    let people = run.setting.people
    return [Claim("visitors who are not counted", 2 * people - run.observations, "visitors", .exactly(0), outOf: 2 * people)]
}

func printClaims(_ prints: Prints, lost: Int) -> [Claim] {
    [
        Claim(
            "photos that are lost", prints.exposed - prints.developed - prints.left, "photos", .exactly(lost), outOf: prints.exposed,
            showsMistake: lost > 0)
    ]
}

/// The threads on which the screen (the main actor) and the robot (a detached task) developed.
func threadClaims(_ places: [Place], screen: Bool, robot: Bool) -> [Claim] {
    func thread(_ isMain: Bool) -> String { isMain ? "the main thread" : "a thread of the pool" }
    return zip([("screen", screen), ("robot", robot)], places).map { wanted, place in
        Claim(
            "thread of the \(wanted.0)", found: thread(place.isMainThread), expected: thread(wanted.1),
            holds: place.isMainThread == wanted.1)
    }
}

let lab = Lab<SendableParameters>(
    name: "lab-sendable",
    title: "Sendable: what the compiler refuses, what it believes, and which thread runs what",
    about: """
        A museum counts its visitors at two gates, and a laboratory develops films. The Swift 6 mode of the compiler refuses code in which
        two threads can use the same data. The lab compiles each piece of code in this mode, and shows the words of your compiler. The
        lab's own program is in the Swift 5 mode. So it also runs what is refused: watch the bug that the compiler found.
        """,
    next: [
        "`swift run lab-sendable --variant shared --compare mutex`: which bars overlap, and what is lost?",
        "`swift run lab-sendable --explore --variant callback`: the compiler accepts it. What does the explorer find?",
        "`swift run lab-sendable --variant nonsending --step` tells the run event by event: which thread runs `screen`, which one `robot`?",
    ],
    variants: variants, afterRun: afterRun, followUps: followUps, staging: ["Meeting.swift", "MainLoop.swift"])

lab.main()
