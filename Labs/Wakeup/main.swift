import LabKit
import WakeupScenario

struct WakeupParameters: LabParameters {
    @Option(help: "Customers who wait at the same time (2 to 8; default: 3).", transform: within(2...8))
    var customers = 3
}

func missingClaim(_ run: Run<WakeupParameters, SaleReport>, _ expected: Int, showsMistake: Bool = false) -> Claim {
    Claim(
        "loaves taken from an empty shelf", run.observations.missing, "loaves", .exactly(expected), outOf: run.setting.parameters.customers,
        showsMistake: showsMistake)
}

func endClaim(_ seen: EndReport, _ expected: Int = 1) -> Claim {
    Claim("customers who go on", seen.wentOn, "customers", .exactly(expected), outOf: expected)
}

/// Customers who wait for ever: threads in a wait of this kind, apart from the main thread.
func stuckClaim(_ trace: Trace, _ kind: Trace.Wait.Kind, _ expected: Claim.Expectation) -> Claim {
    let stuck = trace.waits.filter { $0.kind == kind && $0.ended == nil && trace.threadName($0.lane)?.hasPrefix("customer") == true }
    return Claim("customers who wait for ever", stuck.count, "customers", expected, showsMistake: true)
}

let lab = Lab<WakeupParameters>(
    name: "lab-wakeup",
    title: "Lost wake-ups: a signal that comes too early, or wakes the wrong one",
    about: """
        Customers of a bakery wait: for bread, for the bell, for a hot oven, for the door. The baker changes something, and wakes them. Watch
        which customers go on, and which of them sleep although there is something for them.
        """,
    next: [
        "`swift run lab-wakeup --variant semaphore --customers 8`: how many customers wait for ever?",
        "`swift run lab-wakeup --variant if --customers 8 --step` tells the run event by event: which customers come after the broadcast?",
        "`swift run lab-wakeup --explore --variant unlocked` gives the shortest schedule that loses the signal.",
    ],
    variants: variants, afterRun: afterRun, followUps: followUps, staging: ["Shelf.swift", "Heat.swift", "Goods.swift"])

lab.main()
