import LabKit
import SemaphoreScenario

typealias DarkroomRun = Run<SemaphoreParameters, DarkroomReport>

private func everyPhoto(_ run: DarkroomRun) -> Claim {
    let photographers = run.setting.photographers
    return Claim(
        "every photo is developed", run.observations.photosDeveloped, "photos", .exactly(photographers), outOf: photographers)
}

func crowded(_ run: DarkroomRun) -> [Claim] {
    [
        everyPhoto(run),
        Claim(
            "more photographers are inside than there are enlargers", run.observations.mostInside, "at once", .moreThan(2),
            showsMistake: true),
    ]
}

func limited(_ run: DarkroomRun) -> [Claim] {
    let waits = run.trace.waits.filter { $0.kind == .semaphore }
    return [
        everyPhoto(run),
        Claim("as many are inside as the semaphore counts, and never more", run.observations.mostInside, "at once", .exactly(2)),
        Claim("everybody asks the semaphore, once", waits.count, "waits", .exactly(run.setting.photographers)),
        Claim("no wait is left over", waits.count { $0.ended == nil }, "waits", .exactly(0), outOf: waits.count),
    ]
}
