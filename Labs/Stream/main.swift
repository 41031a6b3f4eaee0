import LabKit
import StreamScenario

struct StreamParameters: LabParameters {
    @Option(help: "Readings of the gauge (4 to 12; default: 6).", transform: within(4...12))
    var readings = 6
}

func waitingClaim(_ run: Run<StreamParameters, ReadingReport>, _ expected: Int, showsMistake: Bool = false) -> Claim {
    Claim(
        "most readings in the buffer", run.observations.waiting, "readings", .exactly(expected), outOf: run.setting.readings,
        showsMistake: showsMistake)
}

func shownClaim(_ seen: ReadingReport, _ expected: [Int], showsMistake: Bool = false) -> Claim {
    func words(_ readings: [Int]) -> String { readings.map(String.init).joined(separator: ", ") }
    return Claim(
        "readings on the screen", found: words(seen.shown), expected: words(expected), holds: seen.shown == expected,
        showsMistake: showsMistake)
}

func lateReadingsClaim(_ run: Run<StreamParameters, ReadingReport>, _ expected: Int, showsMistake: Bool = false) -> Claim {
    Claim(
        "readings that are shown after the cancellation", run.observations.shown.count, "readings", .exactly(expected),
        outOf: run.setting.readings - 1, showsMistake: showsMistake)
}

func newsClaims(_ seen: NewsReport, _ messages: Int, each: Int) -> [Claim] {
    let isMistake = each < messages
    return [
        Claim("messages that Ada got", seen.ada.count, "messages", .exactly(each), outOf: messages, showsMistake: isMistake),
        Claim("messages that Ben got", seen.ben.count, "messages", .exactly(each), outOf: messages, showsMistake: isMistake),
        Claim(
            "messages that at least one of them got", Set(seen.ada + seen.ben).count, "messages", .exactly(messages), outOf: messages),
    ]
}

func beatClaim(_ seen: BeatReport, _ expected: Int, showsMistake: Bool = false) -> Claim {
    Claim("beats after the listener has left", seen.late, "beats", .exactly(expected), outOf: 3, showsMistake: showsMistake)
}

func letterClaim(_ seen: LetterReport, _ expected: Int, showsMistake: Bool = false) -> Claim {
    Claim("letters that are read", seen.letters.count, "letters", .exactly(expected), outOf: 3, showsMistake: showsMistake)
}

func yieldClaim(_ seen: YieldReport, _ expected: String) -> Claim {
    Claim("result of `yield`", found: seen.result, expected: expected, holds: seen.result == expected)
}

let lab = Lab<StreamParameters>(
    name: "lab-stream",
    title: "Streams: what waits in the buffer, what is lost, and when a stream ends",
    about: """
        A gauge sends its readings to a screen, a newsroom its messages to two readers, a metronome its beats to a listener. Each of them uses
        an `AsyncStream`. Watch which elements are lost, and which tasks go on when the other end has left.
        """,
    next: [
        "`swift run lab-stream --variant newest --readings 12`: which readings does the screen show?",
        "`swift run lab-stream --variant task-inside --compare on-termination`: which lane has become shorter?",
        "`swift run lab-stream --explore --variant two-loops` gives the shortest schedule in which a reader misses a message.",
    ],
    variants: variants, afterRun: afterRun, followUps: followUps)

lab.main()
