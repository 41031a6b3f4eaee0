import Foundation
import LabKit
import PoolScenario

typealias PoolRun = Run<PoolParameters, PoolReport>

func starvedClaims(_ run: Run<PoolParameters, GrowthReport>) -> [Claim] {
    let seen = run.observations
    let blocks = run.trace.items(onQueue: "downloads")
    let downloads = blocks.dropLast(), calculation = blocks.last
    // A fifth of a second: much longer than a start, and much shorter than the pause between two threads.
    let waited = downloads.count { ($0.began ?? 0) - ($0.enqueued ?? 0) >= 200_000_000 }
    let endedBefore = downloads.count { ($0.ended ?? .max) <= calculation?.began ?? 0 }
    return [
        Claim(
            "threads that the pool added, one after the other", seen.threadsLater - seen.threadsAtFirst, "threads",
            .atLeast(run.setting.growth), showsMistake: true),
        Claim(
            "downloads that waited for a thread for 0.2 s or longer", waited, "downloads", .atLeast(1), outOf: downloads.count,
            showsMistake: true),
        Claim(
            "downloads that had ended when the calculation got a thread", endedBefore, "downloads", .atLeast(1), outOf: downloads.count,
            showsMistake: true),
    ]
}

/// Threads for each photo.
private func manyThreads(_ run: PoolRun) -> [Claim] {
    let photos = run.setting.photos
    return [
        Claim("threads of the process", run.observations.mostThreads, "threads", .atLeast(photos), showsMistake: true),
        Claim(
            "blocks that had a thread at the same time", run.trace.mostAtOnce(run.trace.items(onQueuesNamed: "photo ")), "blocks",
            .exactly(photos), outOf: photos, showsMistake: true),
    ]
}

func explosionClaims(_ run: PoolRun) -> [Claim] {
    let seen = run.observations
    return manyThreads(run) + [
        Claim("requests that waited at the same time", seen.mostRequests, "requests", .exactly(seen.photos), outOf: seen.photos)
    ]
}

func halfFixClaims(_ run: PoolRun) -> [Claim] {
    // (Not those at the client's semaphore, until the answer is there.)
    let blocked = run.trace.waits.count { wait in
        guard wait.kind == .semaphore, !wait.passedAtOnce, let place = wait.place else { return false }
        return run.trace.places[place].call?.file.hasSuffix("SemaphoreInside.swift") ?? false
    }
    return manyThreads(run) + [
        Claim("requests that waited at the same time", run.observations.mostRequests, "requests", .atMost(run.setting.targets)),
        Claim(
            "chance decides how many threads are blocked at the semaphore of the places", blocked, "threads",
            .between(0, run.setting.photos), outOf: run.setting.photos, showsMistake: true, thisTime: blocked > 0),
    ]
}

func boundedClaims(_ run: PoolRun) -> [Claim] {
    let seen = run.observations, targets = run.setting.targets
    return [
        Claim(
            "blocks that had a thread at the same time", run.trace.mostAtOnce(run.trace.items(onQueuesNamed: "photo ")), "blocks",
            .exactly(targets)),
        // Beside the targets: the pool's manager, and threads that are about to end.
        Claim("threads of the process", seen.mostThreads, "threads", .atMost(seen.threadsBefore + targets + 4)),
        Claim("photos that were fetched", finished(run.trace, "photo "), "photos", .exactly(seen.photos), outOf: seen.photos),
    ]
}

func asynchronousClaims(_ run: PoolRun) -> [Claim] {
    let seen = run.observations, photos = run.setting.photos
    let threads = Set(run.trace.events.lazy.map(\.lane)).count
    return [
        Claim("requests that waited at the same time", seen.mostRequests, "requests", .exactly(photos), outOf: photos),
        Claim("requests that waited for each thread of the process", photos / max(1, threads), "requests", .atLeast(2)),
        Claim("threads that waited at a semaphore", run.trace.waits.count { $0.kind == .semaphore }, "threads", .exactly(0)),
        Claim("photos that arrived", seen.photos, "photos", .exactly(photos), outOf: photos),
    ]
}

func exhaustedClaims(_ trace: Trace) -> [Claim] {
    let began = Set(trace.items.filter { $0.began != nil }.compactMap(\.task)).count
    let blocked = trace.waits.count { $0.kind == .semaphore && $0.ended == nil }
    return [
        Claim("tasks whose thread is blocked for ever", blocked, "tasks", .exactly(began), outOf: trace.tasks.count, showsMistake: true),
        Claim(
            "tasks that never got a thread", trace.tasks.count - began, "tasks", .atLeast(1), outOf: trace.tasks.count, showsMistake: true),
        Claim(
            "signals of the semaphore", trace.events.count { $0.kind == .semaphoreSignalled }, "signals", .exactly(0), showsMistake: true),
    ]
}

func awaitingClaims(_ run: Run<PoolParameters, TaskReport>) -> [Claim] {
    let seen = run.observations, tasks = run.setting.tasks + 1
    return [
        Claim("tasks that ended", seen.tasks, "tasks", .exactly(tasks), outOf: tasks),
        // The processor decides which task comes first, so the claim holds with any number.
        Claim(
            "chance decides how many tasks are suspended when the album is opened", seen.suspended, "tasks", .between(0, tasks - 1),
            outOf: tasks - 1),
        Claim(
            "threads of the process", seen.mostThreads, "threads", .atMost(seen.threadsBefore + ProcessInfo.processInfo.processorCount + 4)),
        Claim("threads that waited at a semaphore", run.trace.waits.count { $0.kind == .semaphore }, "threads", .exactly(0)),
    ]
}

private func finished(_ trace: Trace, _ prefix: String) -> Int { trace.items(onQueuesNamed: prefix).count { $0.ended != nil } }
