import LabKit
import TasksScenario

struct TasksParameters: LabParameters {
    @Option(help: "Photos of the album, each with a child task (3 to 8; default: 4).", transform: within(3...8))
    var photos = 4
}

typealias Requests = Run<TasksParameters, RequestReport>

func openClaim(_ seen: RequestReport, _ expected: Int, showsMistake: Bool = false) -> Claim {
    Claim("most requests at the same time", seen.open, "requests", .exactly(expected), showsMistake: showsMistake)
}

/// The photos, compared with the names that were asked for.
func placeClaim(_ run: Requests, _ expected: Int, showsMistake: Bool = false) -> Claim {
    let answers = run.observations.answers
    return Claim(
        "photos on their page", zip(answers, photoNames).count { $0 == $1 }, "photos", .exactly(expected), outOf: run.setting.photos,
        showsMistake: showsMistake)
}

func endClaim(_ seen: UploadReport, _ expected: String, showsMistake: Bool = false) -> Claim {
    Claim("end of `upload`", found: seen.ending, expected: expected, holds: seen.ending == expected, showsMistake: showsMistake)
}

func uploadedClaim(_ seen: UploadReport, _ expected: Int, showsMistake: Bool = false) -> Claim {
    Claim("photos in the cloud at this moment", seen.uploaded, "photos", .exactly(expected), outOf: 1, showsMistake: showsMistake)
}

func screenClaims(_ seen: ScreenReport, isReleased: Bool) -> [Claim] {
    [
        Claim(
            "closed screens that are released", seen.isReleased ? 1 : 0, "screens", .exactly(isReleased ? 1 : 0), outOf: 1,
            showsMistake: !isReleased),
        Claim(
            "readings that it shows after that", seen.late, "readings", .exactly(isReleased ? 0 : 2), outOf: 2,
            showsMistake: !isReleased),
    ]
}

func savingClaims(
    _ run: Run<TasksParameters, SavingReport>, request: Int, onMainActor: Bool, priority: String, showsMistake: Bool
) -> [Claim] {
    let seen = run.observations, trace = run.trace, line = "request \(request): saved"
    return [
        Claim("line in the log", found: seen.line, expected: line, holds: seen.line == line, showsMistake: showsMistake),
        Claim(
            "tasks on the main actor", trace.items.contains { $0.label == "saving" && trace.queues[$0.queue].kind == .main } ? 1 : 0,
            "tasks", .exactly(onMainActor ? 1 : 0), outOf: 1,
            showsMistake: showsMistake),
        Claim(
            "priority of the task", found: "\(seen.priority) priority", expected: "\(priority) priority", holds: seen.priority == priority,
            showsMistake: showsMistake),
    ]
}

let lab = Lab<TasksParameters>(
    name: "lab-tasks",
    title: "Child tasks and tasks of their own: when they begin, when they end, and what they inherit",
    about: """
        A profile is loaded, an album is filled, photos are uploaded, a screen shows the temperature. Each of them needs more than one task.
        Watch how many of them are open at the same time, which one ends first, and which one is left over.
        """,
    next: [
        "`swift run lab-tasks --variant limit --photos 8 --step` tells the run event by event: what comes before each new child task?",
        "`swift run lab-tasks --variant one-by-one --compare async-let`: where does the time go?",
        "`swift run lab-tasks --explore --variant by-completion`: in how many interleavings is the album wrong?",
    ],
    variants: variants, afterRun: afterRun, followUps: followUps,
    staging: ["Witness.swift"])

lab.main()
