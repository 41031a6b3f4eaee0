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
            "philosophers that wait for a fork for ever", standstill.waits.count, "philosophers", all, outOf: philosophers,
            showsMistake: true),
        Claim("different forks that they wait for", forks, "forks", all, outOf: philosophers, showsMistake: true),
        Claim(
            "philosophers in one circular wait", standstill.circle, "philosophers", all, outOf: philosophers, showsMistake: true),
    ]
}

func everybodyEats(_ run: DinnerRun) -> [Claim] {
    let seen = run.observations
    let philosophers = run.setting.philosophers
    let meals = philosophers * run.setting.meals
    return [
        Claim("meals that were eaten", seen.meals, "meals", .exactly(meals), outOf: meals),
        Claim(
            "most philosophers that held one fork at the same time (the worst case)", seen.mostHoldingOneFork, "philosophers",
            .exactly(philosophers - 1)),
        Claim("meals with a fork that a neighbor also used", seen.mealsWithASharedFork, "meals", .exactly(0), outOf: seen.meals),
        Claim("waits that never ended", Standstill(run.trace).waits.count, "waits", .exactly(0)),
    ]
}
