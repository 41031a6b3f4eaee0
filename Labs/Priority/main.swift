import LabKit
import SimulatedProcessor
import PriorityScenario

struct PriorityParameters: LabParameters {
    @Option(help: "Photos of each priority in `equal-priority` (2 to 12; default: 3).", transform: within(2...12))
    var photos = 3

    @Option(help: "Cycles of the spacecraft's computer (1 to 8; default: 2).", transform: within(1...8))
    var cycles = 2

    @Option(
        help: ArgumentHelp("Simulated milliseconds for which the weather task uses the bus (11 to 25; default: 20).", valueName: "ms"),
        transform: within(11...25))
    var weather = 20

    @Option(
        help: ArgumentHelp("Simulated milliseconds for which the communication task computes (20 to 90; default: 90).", valueName: "ms"),
        transform: within(20...90))
    var communication = 90
}

extension Setting<PriorityParameters> {
    var spacecraft: Spacecraft {
        Spacecraft(cycles: parameters.cycles, weather: parameters.weather, communication: parameters.communication)
    }
}

private let notExplored = "the search runs every order, and this variant is about one: the order of a processor with strict priorities"

let lab = Lab<PriorityParameters>(
    name: "lab-priority",
    title: "Priorities: which operation runs first, and what does a priority not do?",
    about: """
        In the first part an operation queue filters photos, one at a time, and the operations have priorities. In the second part three tasks
        of a spacecraft on Mars share one processor and one lock. That part runs on a simulated processor, in simulated time: Linux's usual
        scheduler has no strict priorities.
        """,
    next: [
        "`swift run lab-priority --variant inheritance --step` tells the run event by event: who inherits which priority, and from when until when?",
        "`swift run lab-priority --variant inversion --communication 74` has no reset, and `--communication 75` has. Why just there?",
        "`swift run lab-priority --variant priority-as-order --explore` runs every order: in which one do the priorities happen to help?",
    ],
    variants: [
        Variant(
            "queue-priority", "queuePriority: the most important operation first", prediction: .queuePriority, explored: .brings(.none),
            run: { _ in filterByPriority() }, claims: queuePriorityClaims),
        Variant(
            "equal-priority", "equal priorities: in the order in which they were added", prediction: .equalPriority,
            explored: .brings(.none), run: { filterEquals($0.photos) }, claims: equalPriorityClaims),
        Variant(
            "running-is-not-preempted", "a running operation is not interrupted by a more important one", prediction: .running,
            explored: .brings(.none), run: { _ in addWhileRunning(Gate()) }, claims: runningClaims),
        Variant(
            "priority-as-order", "priorities in place of a dependency: the filter comes too early", prediction: .priorityAsOrder,
            explored: .brings(.assertion), run: { _ in orderByPriority(Lull()) }, claims: priorityAsOrderClaims),
        Variant(
            "dependency", "a dependency: the filter waits for its download", prediction: .dependency, explored: .brings(.none),
            fixes: ["priority-as-order"], run: { _ in orderByDependency(Lull()) }, claims: dependencyClaims),
        Variant(
            "dependency-beats-priority", "a very important operation depends on an unimportant one", prediction: .dependencyBeatsPriority,
            explored: .brings(.none), run: { _ in dependOnLowPriority() }, claims: dependencyBeatsPriorityClaims),
        Variant(
            "inversion", "Mars, 1997: a task of medium priority keeps the most important one waiting", prediction: .inversion,
            explored: .isNotExplored(because: notExplored), lanes: .threads, idleTime: .shown, runUnder: .strictPriorities,
            run: { $0.spacecraft.fly(with: InformationBus(inheritsPriority: false)) }, claims: inversionClaims),
        Variant(
            "inheritance", "the same with priority inheritance: the holder of the lock is hurried", prediction: .inheritance,
            explored: .isNotExplored(because: notExplored), fixes: ["inversion"], lanes: .threads, idleTime: .shown,
            runUnder: .strictPriorities, run: { $0.spacecraft.fly(with: InformationBus(inheritsPriority: true)) },
            claims: inheritanceClaims),
    ],
    afterRun: afterRun, followUps: followUps, staging: ["Gate.swift"])

lab.main()
