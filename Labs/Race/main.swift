import LabKit
import RaceScenario

struct RaceParameters: LabParameters {
    @Option(help: "Counters, each with one customer (3 to 16; default: 4).", transform: within(3...16))
    var counters = 4

    @Option(help: "Seats that are left (1 to 15, fewer than counters; default: 2).", transform: within(1...15))
    var seats = 2

    @Option(help: "Posters with a price (10 to 10000; default: 1000).", transform: within(10...10_000))
    var posters = 1000

    @Flag(help: "Do not force the counters to overlap. The bugs appear in some runs only.")
    var chance = false

    func validate() throws {
        if seats >= counters { throw ValidationError("--seats must be smaller than --counters: otherwise every customer gets a ticket.") }
    }
}

extension Setting<RaceParameters> {
    /// Counters print until no other counter can go on.
    func sell(_ makeOffice: (_ seats: Int, _ printer: Printer) -> BoxOffice) -> Sales { evening.sell(meeting: meeting, makeOffice) }

    /// The same with an actor. On one core only one task runs at a time, so tasks cannot meet.
    func sellWithActor() async -> Sales { await evening.sellWithActor(meeting: oneCore == nil ? meeting : nil) }

    private var evening: Evening { Evening(counters: parameters.counters, seats: parameters.seats) }
    private var meeting: Meeting? { parameters.chance ? nil : Meeting(of: parameters.counters) }
}

/// Why tasks cannot meet in this run; nil if they can.
let oneCore = Processors.usable == 1 ? "this machine gives the program one core" : nil

typealias SalesRun = Run<RaceParameters, Sales>
typealias PosterRun = Run<RaceParameters, Readings>

/// A claim about a bug. With `--chance` the bug appears in some runs only, and the claim holds in either case.
func mistake(_ run: SalesRun, _ name: String, _ figure: Int) -> Claim {
    Claim(
        name, figure, "tickets", run.setting.chance ? .leftToChance : .moreThan(0), outOf: run.observations.ticketsSold, showsMistake: true,
        thisTime: figure > 0)
}

/// All counters meet between the check and the change; nothing with `--chance`.
/// - Parameter showsMistake: this is the cause of a bug.
func meetingClaims(_ run: SalesRun, showsMistake: Bool) -> [Claim] {
    if run.setting.chance { return [] }
    return [
        Claim(
            "most counters between the check and the change", run.observations.mostPrintingAtOnce, "counters",
            .exactly(run.setting.counters), outOf: run.setting.counters, showsMistake: showsMistake)
    ]
}

/// The seats on the tickets of the forced run, as words: "1, 1, 1, 1".
func ticketClaims(_ run: SalesRun, expected: [Int]) -> [Claim] {
    if run.setting.chance { return [] }
    func words(_ seats: [Int]) -> String { seats.map(String.init).joined(separator: ", ") }
    let sold = run.observations.seatsSold
    return [
        Claim("seats on the tickets", found: words(sold), expected: words(expected), holds: sold == expected, showsMistake: true)
    ]
}

/// All customers have the same seat.
func lostUpdateClaims(_ run: SalesRun) -> [Claim] {
    let seen = run.observations
    return meetingClaims(run, showsMistake: true) + ticketClaims(run, expected: Array(repeating: 1, count: run.setting.counters)) + [
        mistake(run, "tickets for a seat that was already sold (lost updates)", seen.ticketsForATakenSeat),
        Claim("tickets for a seat that the hall does not have", seen.ticketsWithoutASeat, "tickets", .exactly(0), outOf: seen.ticketsSold),
    ]
}

/// More tickets than seats, all with different numbers.
func checkThenActClaims(_ run: SalesRun) -> [Claim] {
    let seen = run.observations
    return meetingClaims(run, showsMistake: true) + ticketClaims(run, expected: Array(1...run.setting.counters)) + [
        Claim(
            "tickets for a seat that was already sold (lost updates)", seen.ticketsForATakenSeat, "tickets", .exactly(0),
            outOf: seen.ticketsSold),
        mistake(run, "tickets for a seat that the hall does not have", seen.ticketsWithoutASeat),
    ]
}

/// Every seat is sold once.
func rightClaims(_ run: SalesRun) -> [Claim] {
    let seen = run.observations
    return [
        Claim("customers with a ticket", seen.ticketsSold, "customers", .exactly(run.setting.seats), outOf: seen.customers),
        Claim("tickets for a seat that was already sold", seen.ticketsForATakenSeat, "tickets", .exactly(0), outOf: seen.ticketsSold),
        Claim("tickets for a seat that the hall does not have", seen.ticketsWithoutASeat, "tickets", .exactly(0), outOf: seen.ticketsSold),
    ]
}

/// The same, and the whole sale is a critical section: the other counters came, and were blocked.
func oneAtATimeClaims(_ run: SalesRun) -> [Claim] {
    let seen = run.observations
    let most = Claim(
        "most counters between the check and the change", seen.mostPrintingAtOnce, "counters", .exactly(1), outOf: seen.customers)
    let others = run.setting.counters - 1
    let blocked = seen.mostBlocked.map { [Claim("counters that waited meanwhile", $0, "counters", .exactly(others), outOf: others)] } ?? []
    return [most] + blocked + rightClaims(run)
}

/// The same with tasks, which need two cores to meet.
func actorClaims(_ run: SalesRun) -> [Claim] {
    let unseen = oneCore.map { Claim.notSeen("counters that waited meanwhile", because: $0, expected: "all others") }
    return oneAtATimeClaims(run) + (run.setting.chance ? [] : [unseen].compactMap { $0 })
}

/// All counters meet, and one change after the other is made or refused.
func refusedChangeClaims(_ run: SalesRun) -> [Claim] {
    let seen = run.observations
    if run.setting.chance { return rightClaims(run) }
    // For each seat, all counters that are left meet, and one of them gets it.
    let refused = (1...run.setting.seats).reduce(0) { $0 + run.setting.counters - $1 }
    return meetingClaims(run, showsMistake: false) + [
        Claim("changes that were refused (tickets thrown away)", seen.ticketsThrownAway, "changes", .exactly(refused))
    ] + rightClaims(run)
}

func unorderedClaims(_ run: PosterRun) -> [Claim] {
    let seen = run.observations
    let name = "chance decides on how many posters the flag is seen without the price"
    // Compiler and processor decide. Not to see the bug proves nothing, so the claim gets no tick then.
    if seen.pricesMissing == 0 {
        return [
            .notSeen(name, because: "none of \(seen.posters) in this run", expected: "any number, it is a data race", showsMistake: true)
        ]
    }
    return [Claim(name, seen.pricesMissing, "posters", .moreThan(0), outOf: seen.posters, showsMistake: true)]
}

func orderedClaims(_ run: PosterRun) -> [Claim] {
    let seen = run.observations
    return [
        Claim(
            "posters on which the reader saw the flag without the price", seen.pricesMissing, "posters", .exactly(0), outOf: seen.posters),
        Claim("posters whose price the reader saw", seen.pricesSeen, "posters", .exactly(seen.posters), outOf: seen.posters),
    ]
}

/// Sales per second with each protection.
func speed(_ title: String, counters: (@Sendable (RaceParameters) -> Int)?, _ lesson: String) -> Comparison<RaceParameters> {
    @Sendable func speed(_ setting: Setting<RaceParameters>) -> SpeedOfSale { SpeedOfSale(counters: counters?(setting.parameters) ?? 1) }
    @Sendable func way(
        _ name: String, _ make: @escaping @Sendable (_ seats: Int, _ printer: Printer) -> BoxOffice
    ) -> Comparison<RaceParameters>.Entry {
        .init(name) { speed($0).measure(make) }
    }
    return Comparison(
        title, unit: "sales/s", lesson: lesson,
        entries: [
            way("none (wrong)") { UnprotectedOffice(seats: $0, printer: $1) },
            way("Atomic") { AtomicOffice(seats: $0, printer: $1) }, way("Mutex") { MutexOffice(seats: $0, printer: $1) },
            way("NSLock") { LockOffice(seats: $0, printer: $1) }, way("serial queue") { SerialQueueOffice(seats: $0, printer: $1) },
            .init("actor") { await speed($0).measureActor() },
        ])
}

let lab = Lab<RaceParameters>(
    name: "lab-race",
    title: "Race conditions: more customers than seats",
    about: """
        A concert is almost sold out. Several counters serve one customer each, at the same time (four, unless you say --counters), and fewer
        seats are left (two, unless you say --seats). A sale reads the number of sold seats, checks it, prints a ticket and changes the
        number. Printing takes about half a millisecond. Watch which counters are between the check and the change at the same time.
        """,
    next: [
        "`swift run lab-race --variant unprotected --chance --repeat 20` does not force the counters to meet: how often does the bug appear?",
        "`swift run lab-race --explore --variant atomic-property` runs every interleaving of two counters: in how many of them is one seat sold twice?",
        "`swift run lab-race --variant lock --counters 12 --seats 11`: which counter waits longest for `lock`, and why?",
    ],
    comparisons: [
        speed(
            "Sales per second, one counter: a longer bar is a cheaper protection", counters: nil,
            "Compare with the first bar, which has no protection: the difference is the cost of the protection."),
        speed(
            "Sales per second, all counters: a longer bar is a cheaper protection", counters: \.counters,
            "All counters share one number. So four threads do not sell four times as much."),
    ],
    variants: [
        Variant(
            "unprotected", "an ordinary variable: a data race and lost updates", prediction: .unprotected, explored: .brings(.assertion),
            run: { $0.sell { UnprotectedOffice(seats: $0, printer: $1) } }, claims: lostUpdateClaims),
        Variant(
            "atomic-property", "each access is atomic, the sale is not: lost updates", prediction: .atomicProperty,
            explored: .brings(.assertion),
            run: { $0.sell { AtomicPropertyOffice(seats: $0, printer: $1) } }, claims: lostUpdateClaims),
        Variant(
            "atomic-add", "the addition is atomic, the check is separate: check-then-act", prediction: .atomicAdd,
            explored: .brings(.assertion),
            run: { $0.sell { AtomicAddOffice(seats: $0, printer: $1) } }, claims: checkThenActClaims),
        Variant(
            "lock", "a lock around the whole sale", prediction: .lock, explored: .brings(.none),
            fixes: ["unprotected", "atomic-property", "atomic-add"],
            run: { $0.sell { LockOffice(seats: $0, printer: $1) } }, claims: oneAtATimeClaims),
        Variant(
            "serial-queue", "the sale is a block on a serial queue", prediction: .serialQueue, explored: .brings(.none),
            fixes: ["unprotected", "atomic-property", "atomic-add"],
            run: { $0.sell { SerialQueueOffice(seats: $0, printer: $1) } }, claims: oneAtATimeClaims),
        Variant(
            "mutex", "a Mutex that contains the number", prediction: .mutex, explored: .brings(.none),
            fixes: ["unprotected", "atomic-property", "atomic-add"],
            run: { $0.sell { MutexOffice(seats: $0, printer: $1) } }, claims: oneAtATimeClaims),
        Variant(
            "atomic", "no lock: a change is refused if the checked number has changed", prediction: .atomic,
            explored: .brings(.none, outcomes: 2),
            fixes: ["atomic-add", "atomic-property", "unprotected"],
            run: { $0.sell { AtomicOffice(seats: $0, printer: $1) } }, claims: refusedChangeClaims),
        Variant(
            "actor", "an actor: one task at a time", prediction: .actor, explored: .brings(.none), fixes: ["unprotected"],
            runAsynchronously: { await $0.sellWithActor() }, claims: actorClaims),
        Variant(
            "unordered", "a price and an ordinary flag: publication without an order", prediction: .unordered, explored: .brings(.race),
            run: { publish(on: $0.posters) { UnorderedPoster() } }, claims: unorderedClaims),
        Variant(
            "ordered", "the flag is stored with releasing and loaded with acquiring", prediction: .ordered,
            explored: .brings(.none, outcomes: 2),
            fixes: ["unordered"], run: { publish(on: $0.posters) { OrderedPoster() } }, claims: orderedClaims),
    ],
    afterRun: afterRun, followUps: followUps, staging: ["Meeting.swift"])

lab.main()
