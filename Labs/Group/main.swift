import Foundation
import GroupScenario
import LabKit
import PhotoServer

struct GroupParameters: LabParameters {
    @Option(help: "Photos to download; the second one's name is misspelt, so that it fails (3 to 6; default: 4).", transform: within(3...6))
    var photos = 4

    @Option(
        help: ArgumentHelp(
            "The first photo arrives after so many milliseconds, each further one as many later (20 to 100; default: 60).", valueName: "ms"),
        transform: within(20...100))
    var pace = 60

    @Option(help: "The port of the photo server on this machine (0 to 65535; default: 0, one that is free).", transform: within(0...65_535))
    var port = 0
}

extension Setting<GroupParameters> {
    /// One download after the other arrives; the second one fails.
    func addresses() throws -> [URL] {
        let names = ["rocket.png", "cofee.png", "camera.png", "clock-motion.png", "chelsea.png", "coffee.png"]
        let server = try PhotoServer.addressesInScenario()
        return names.prefix(parameters.photos).enumerated().map { index, name in
            server.photo(name, after: .milliseconds(parameters.pace * (index + 1)))
        }
    }

    /// The same, but the last download is never answered.
    func addressesWithSilence() throws -> [URL] {
        try addresses().dropLast() + [PhotoServer.addressesInScenario().silence]
    }

    /// Long enough for all but the last download.
    var patience: DispatchTimeInterval { .milliseconds(parameters.pace * (parameters.photos + 1)) }
}

typealias GroupRun = Run<GroupParameters, Observations>

/// What a group went through, as the trace has it.
extension Trace {
    var groupWaits: [Wait] { waits.filter { $0.kind == .group } }
    var entered: Int { events.count { $0.kind == .groupEntered } }
    var left: [Event] { events.filter { $0.kind == .groupLeft } }
}

func shownInTime(_ seen: Observations) -> Claim {
    Claim(
        "the photos are shown when every download has ended", seen.endedWhenShown, "had ended", .exactly(Double(seen.downloads)),
        outOf: seen.downloads)
}

func onlyOneIsMissing(_ seen: Observations) -> Claim {
    Claim(
        "all photos are there to be shown but the misspelt one", seen.photosShown, "photos", .exactly(Double(seen.downloads - 1)),
        outOf: seen.downloads)
}

func balanced(_ trace: Trace) -> Claim {
    Claim(
        "every download that entered the group leaves it, the failed one too", trace.left.count, "left", .exactly(Double(trace.entered)),
        outOf: trace.entered)
}

func oneThreadStandsStill(_ trace: Trace) -> Claim {
    Claim("a thread stands still for the group", trace.groupWaits.count, "threads", .exactly(1))
}

func noThreadStandsStill(_ trace: Trace) -> Claim {
    Claim("no thread stands still for the group", trace.groupWaits.count, "threads", .exactly(0))
}

func tooEarlyClaims(_ run: GroupRun) -> [Claim] {
    let seen = run.observations
    return [
        Claim(
            "the photos are shown before all are there", seen.endedWhenShown, "downloads had ended", .atMost(Double(seen.downloads - 1)),
            outOf: seen.downloads, showsMistake: true),
        Claim(
            "photos come when nobody looks any more", seen.photosInTheEnd - seen.photosShown, "photos later", .moreThan(0),
            outOf: seen.photosInTheEnd, showsMistake: true),
        Claim("the misspelt one fails", seen.refusals, "downloads refused", .exactly(1), outOf: seen.downloads),
    ]
}

func waitClaims(_ run: GroupRun) -> [Claim] {
    let waits = run.trace.groupWaits
    let lastLeave = run.trace.left.map(\.time).max() ?? .max
    let tooSoon = waits.count { ($0.ended ?? .max) < lastLeave }
    let stood = waits.reduce(0) { $0 + ($1.ended ?? run.trace.duration) - $1.began }
    let share = 100 * Double(stood) / Double(max(1, run.trace.duration))
    return [
        shownInTime(run.observations), onlyOneIsMissing(run.observations), balanced(run.trace), oneThreadStandsStill(run.trace),
        Claim("it stands still while the downloads go on", measured: share.rounded(), "% of the run", .moreThan(0)),
        Claim("it does not go on before the last download has left", tooSoon, "waits ended too soon", .exactly(0), outOf: waits.count),
    ]
}

func notifyClaims(_ run: GroupRun) -> [Claim] {
    let blocks = run.trace.items.filter { $0.how == .groupNotify }
    let onMain = blocks.filter { run.trace.queues[$0.queue].kind == .main }
    let leftBefore = run.trace.left.count { leave in blocks.allSatisfy { leave.time <= ($0.began ?? .min) } }
    return [
        shownInTime(run.observations), onlyOneIsMissing(run.observations), balanced(run.trace), noThreadStandsStill(run.trace),
        Claim(
            "the notify block begins after every leave", leftBefore, "leaves before it", .exactly(Double(run.observations.downloads)),
            outOf: run.observations.downloads),
        Claim("it runs on the queue that was asked for, the main queue", onMain.count, "blocks", .exactly(1), outOf: blocks.count),
    ]
}

func timeoutClaims(_ run: GroupRun) -> [Claim] {
    let seen = run.observations
    let waits = run.trace.groupWaits
    return [
        Claim("the wait ends because its time is over", waits.count(where: \.timedOut), "waits timed out", .exactly(1), outOf: waits.count),
        Claim(
            "a download that gets no answer is given up", seen.failures - seen.refusals, "downloads given up", .atLeast(1),
            outOf: seen.downloads),
        shownInTime(seen), balanced(run.trace),
    ]
}

func forgottenLeaveClaims(_ trace: Trace) -> [Claim] {
    [
        Claim(
            "the download that failed stays inside the group", trace.entered - trace.left.count, "never left", .exactly(1),
            outOf: trace.entered,
            showsMistake: true),
        Claim(
            "a thread stands still for it to the end", trace.groupWaits.count { $0.ended == nil }, "threads still waiting", .exactly(1),
            showsMistake: true),
        Claim(
            "nothing is ever shown", trace.items.count { $0.began != nil && trace.queues[$0.queue].kind == .main },
            "blocks on the main queue",
            .exactly(0), showsMistake: true),
    ]
}

func leaveTwiceClaims(_ trace: Trace) -> [Claim] {
    [
        Claim(
            "the group is left more often than entered", trace.left.count - trace.entered, "leaves too many", .exactly(1),
            showsMistake: true)
    ]
}

func taskGroupClaims(_ run: GroupRun) -> [Claim] {
    let children = run.trace.tasks.filter { $0.parent != nil }
    return [
        shownInTime(run.observations), onlyOneIsMissing(run.observations), noThreadStandsStill(run.trace),
        Claim("each download is a child task", children.count, "child tasks", .exactly(Double(run.observations.downloads))),
    ]
}

let lab = Lab<GroupParameters>(
    name: "lab-group",
    title: "Dispatch groups: when have all of them ended?",
    about: """
        An app downloads a few photos at once, for real, from a web server on this machine. Each arrives in its own time, one not at all: its
        name is misspelt. When all downloads have ended, the photos are to be shown. Seven ways to find out when that is; three of them
        are mistakes.
        """,
    predictions: predictions,
    next: [
        "`swift run lab-group --variant notify --step` tells the run event by event: watch the group's count go up to 4 and down to 0.",
        "`swift run lab-group --variant leave-twice --photos 6` has more downloads: which of them ends the process, and why that one?",
        "`swift run photo-server --port 8080` serves the photos to you: `curl -i 'http://127.0.0.1:8080/photos/cofee.png?delay=500'`.",
    ],
    prepare: { try PhotoServer.startForScenarios(port: $0.port) },
    variants: [
        Variant(
            "too-early", "completion right behind the loop that starts the downloads",
            run: { try Workload(addresses: $0.addresses()).run { TooEarly($0, $1) } }, claims: tooEarlyClaims),
        Variant(
            "wait", "group.wait() on a queue in the background", fixes: ["too-early"],
            run: { try Workload(addresses: $0.addresses()).run { WaitingGroup($0, $1) } }, claims: waitClaims),
        Variant(
            "notify", "group.notify: the group says when it is empty", fixes: ["too-early", "forgotten-leave", "leave-twice"],
            run: { try Workload(addresses: $0.addresses()).run { NotifyingGroup($0, $1) } }, claims: notifyClaims),
        Variant(
            "timeout", "a server that never answers, and a wait that does not wait for ever",
            run: { setting in
                try Workload(addresses: setting.addressesWithSilence()).run { TimeLimit($0, $1, patience: setting.patience) }
            }, claims: timeoutClaims),
        Variant(
            "forgotten-leave", "a download that fails does not leave the group",
            expected: .hanging(lesson: "the group waits for a leave that nobody will call"), timeLimit: .milliseconds(1200),
            run: { _ = try Workload(addresses: $0.addresses()).run { ForgottenLeave($0, $1) } }, traceClaims: forgottenLeaveClaims),
        Variant(
            "leave-twice", "a download that fails leaves the group twice",
            expected: .death(
                lesson: "libdispatch ends a process that leaves a group more often than it entered; on Linux it does so without a word"),
            timeLimit: .seconds(5),
            run: { _ = try Workload(addresses: $0.addresses()).run { LeaveTwice($0, $1) } }, traceClaims: leaveTwiceClaims),
        Variant(
            "task-group", "Swift's own task group: nothing to enter, nothing to leave", fixes: ["too-early"],
            runAsynchronously: { try await Workload(addresses: $0.addresses()).runWithTasks() }, claims: taskGroupClaims),
    ],
    explored: [
        "too-early": .brings(.assertion), "wait": .brings(.none), "notify": .brings(.none), "timeout": .brings(.none),
        "forgotten-leave": .brings(.deadlock), "leave-twice": .brings(.misuse),
        "task-group": .brings(.none),
    ])

lab.main()
