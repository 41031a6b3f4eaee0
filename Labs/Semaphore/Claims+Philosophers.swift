import LabKit
import SemaphoreScenario

typealias DinnerRun = Run<SemaphoreParameters, DinnerReport>

func deadlock(_ trace: Trace) -> [Claim] {
    let philosophers = trace.items.count { trace.queues[$0.queue].label.hasPrefix("philosopher") }
    let all = Claim.Expectation.exactly(philosophers)
    let standstill = Standstill(trace)
    let forks = Set(standstill.waits.compactMap(\.object)).count
    return [
        Claim(
            "everybody waits for a fork, and never gets it", standstill.waits.count, "philosophers", all, outOf: philosophers,
            showsMistake: true),
        Claim("no two wait for the same fork", forks, "different forks", all, outOf: philosophers),
        Claim(
            "they wait in one circle, each for the next", standstill.circle, "philosophers", all, outOf: philosophers, showsMistake: true),
    ]
}

func everybodyEats(_ run: DinnerRun) -> [Claim] {
    let seen = run.observations
    let philosophers = run.setting.philosophers
    let meals = philosophers * run.setting.meals
    return [
        Claim("everybody eats", seen.meals, "meals", .exactly(meals), outOf: meals),
        Claim("it came to the worst, all but one held one fork", seen.mostHoldingOneFork, "philosophers", .exactly(philosophers - 1)),
        Claim("nobody eats with a fork that a neighbour eats with", seen.mealsWithASharedFork, "meals", .exactly(0), outOf: seen.meals),
        Claim("no wait is left over", Standstill(run.trace).waits.count, "waits", .exactly(0)),
    ]
}
