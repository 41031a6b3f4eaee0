import LabKit
import SemaphoreScenario

typealias DarkroomRun = Run<SemaphoreParameters, DarkroomReport>

private func everyPhoto(_ run: DarkroomRun) -> Claim {
    let photographers = run.setting.photographers
    return Claim(
        "photos that are developed", run.observations.photosDeveloped, "photos", .exactly(photographers), outOf: photographers)
}

func crowded(_ run: DarkroomRun) -> [Claim] {
    [
        everyPhoto(run),
        Claim(
            "most photographers inside at the same time (with 2 enlargers)", run.observations.mostInside, "photographers", .moreThan(2),
            showsMistake: true),
    ]
}

func limited(_ run: DarkroomRun) -> [Claim] {
    let waits = run.trace.waits.filter { $0.kind == .semaphore }
    return [
        everyPhoto(run),
        Claim("most photographers inside at the same time", run.observations.mostInside, "photographers", .exactly(2)),
        Claim("calls of wait(), one for each photographer", waits.count, "waits", .exactly(run.setting.photographers)),
        Claim("waits that never ended", waits.count { $0.ended == nil }, "waits", .exactly(0), outOf: waits.count),
    ]
}
