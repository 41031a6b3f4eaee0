import Foundation
import GroupScenario
import LabKit
import PhotoServer

struct GroupParameters: LabParameters {
    @Option(help: "Photos to download (3 to 6; default: 4). The second one fails: its name is misspelled.", transform: within(3...6))
    var photos = 4

    @Option(
        help: ArgumentHelp(
            "Milliseconds between two photos (20 to 100; default: 60), and before the first one.", valueName: "ms"),
        transform: within(20...100))
    var pace = 60

    @Option(help: "Port of the photo server (0 to 65535; default: 0, any free port).", transform: within(0...65_535))
    var port = 0
}

extension Setting<GroupParameters> {
    /// The downloads arrive one after the other. The second one fails.
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

    /// Long enough for all downloads except the last one.
    var patience: DispatchTimeInterval { .milliseconds(parameters.pace * (parameters.photos + 1)) }
}

typealias GroupRun = Run<GroupParameters, Observations>

/// Events of the lab's group in the trace.
extension Trace {
    var groupWaits: [Wait] { waits.filter { $0.kind == .group } }
    var entered: Int { events.count { $0.kind == .groupEntered } }
    var left: [Event] { events.filter { $0.kind == .groupLeft } }
}

func shownInTime(_ seen: Observations) -> Claim {
    Claim(
        "downloads that had ended when the photos were shown", seen.endedWhenShown, "downloads", .exactly(Double(seen.downloads)),
        outOf: seen.downloads)
}

func onlyOneIsMissing(_ seen: Observations) -> Claim {
    Claim(
        "photos shown (all but the misspelled one)", seen.photosShown, "photos", .exactly(Double(seen.downloads - 1)),
        outOf: seen.downloads)
}

func balanced(_ trace: Trace) -> Claim {
    Claim(
        "downloads that left the group, the failed one included", trace.left.count, "downloads", .exactly(Double(trace.entered)),
        outOf: trace.entered)
}

func oneThreadStandsStill(_ trace: Trace) -> Claim {
    Claim("threads blocked in group.wait()", trace.groupWaits.count, "threads", .exactly(1))
}

func noThreadStandsStill(_ trace: Trace) -> Claim {
    Claim("threads blocked in group.wait()", trace.groupWaits.count, "threads", .exactly(0))
}

func tooEarlyClaims(_ run: GroupRun) -> [Claim] {
    let seen = run.observations
    return [
        Claim(
            "downloads that had ended when the photos were shown", seen.endedWhenShown, "downloads", .atMost(Double(seen.downloads - 1)),
            outOf: seen.downloads, showsMistake: true),
        Claim(
            "photos that arrived after the page was shown", seen.photosInTheEnd - seen.photosShown, "photos", .moreThan(0),
            outOf: seen.photosInTheEnd, showsMistake: true),
        Claim("downloads that the server refused", seen.refusals, "downloads", .exactly(1), outOf: seen.downloads),
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
        Claim("time that the thread is blocked", measured: share.rounded(), "% of the run", .moreThan(0)),
        Claim("waits that ended before the last leave", tooSoon, "waits", .exactly(0), outOf: waits.count),
    ]
}

func notifyClaims(_ run: GroupRun) -> [Claim] {
    let blocks = run.trace.items.filter { $0.how == .groupNotify }
    let onMain = blocks.filter { run.trace.queues[$0.queue].kind == .main }
    let leftBefore = run.trace.left.count { leave in blocks.allSatisfy { leave.time <= ($0.began ?? .min) } }
    return [
        shownInTime(run.observations), onlyOneIsMissing(run.observations), balanced(run.trace), noThreadStandsStill(run.trace),
        Claim(
            "leaves before the notify block began", leftBefore, "leaves", .exactly(Double(run.observations.downloads)),
            outOf: run.observations.downloads),
        Claim("notify blocks that ran on the main queue", onMain.count, "blocks", .exactly(1), outOf: blocks.count),
    ]
}

func timeoutClaims(_ run: GroupRun) -> [Claim] {
    let seen = run.observations
    let waits = run.trace.groupWaits
    return [
        Claim("waits that ended with a timeout", waits.count(where: \.timedOut), "waits", .exactly(1), outOf: waits.count),
        Claim(
            "downloads cancelled because no answer had come", seen.failures - seen.refusals, "downloads", .atLeast(1),
            outOf: seen.downloads),
        shownInTime(seen), balanced(run.trace),
    ]
}

func forgottenLeaveClaims(_ trace: Trace) -> [Claim] {
    [
        Claim(
            "downloads that never left the group", trace.entered - trace.left.count, "downloads", .exactly(1),
            outOf: trace.entered,
            showsMistake: true),
        Claim(
            "threads still blocked when the process was killed", trace.groupWaits.count { $0.ended == nil }, "threads", .exactly(1),
            showsMistake: true),
        Claim(
            "blocks that ran on the main queue", trace.items.count { $0.began != nil && trace.queues[$0.queue].kind == .main },
            "blocks",
            .exactly(0), showsMistake: true),
    ]
}

func leaveTwiceClaims(_ trace: Trace) -> [Claim] {
    [
        Claim(
            "leaves without an enter", trace.left.count - trace.entered, "leaves", .exactly(1),
            showsMistake: true)
    ]
}

func taskGroupClaims(_ run: GroupRun) -> [Claim] {
    let children = run.trace.tasks.filter { $0.parent != nil }
    return [
        shownInTime(run.observations), onlyOneIsMissing(run.observations), noThreadStandsStill(run.trace),
        Claim("downloads that ran as a child task", children.count, "child tasks", .exactly(Double(run.observations.downloads))),
    ]
}

let lab = Lab<GroupParameters>(
    name: "lab-group",
    title: "Dispatch groups: how to find out when all downloads have ended",
    about: """
        An app downloads a few photos at the same time, from a real web server on this machine. Each photo takes a different time. One
        never arrives, because its name is misspelled. The app must show the photos when all downloads have ended. Seven variants try to
        find this moment. Three of them are wrong.
        """,
    next: [
        "`swift run lab-group --variant notify --step` shows the run event by event: watch the group's count go up to 4 and down to 0.",
        "`swift run lab-group --variant leave-twice --photos 6` has more downloads: which of them ends the process, and why that one?",
        "`swift run photo-server --port 8080` serves the photos to you: `curl -i 'http://127.0.0.1:8080/photos/cofee.png?delay=500'`.",
    ],
    prepare: { try PhotoServer.startForScenarios(port: $0.port) },
    variants: [
        Variant(
            "too-early", "completion() directly after the loop that starts the downloads", prediction: .tooEarly,
            explored: .brings(.assertion),
            run: { try Workload(addresses: $0.addresses()).run { TooEarly($0, $1) } }, claims: tooEarlyClaims),
        Variant(
            "wait", "group.wait() on a background queue", prediction: .wait, explored: .brings(.none), fixes: ["too-early"],
            run: { try Workload(addresses: $0.addresses()).run { WaitingGroup($0, $1) } }, claims: waitClaims),
        Variant(
            "notify", "group.notify: the group submits a block when it is empty", prediction: .notify, explored: .brings(.none),
            fixes: ["too-early", "forgotten-leave", "leave-twice"],
            run: { try Workload(addresses: $0.addresses()).run { NotifyingGroup($0, $1) } }, claims: notifyClaims),
        Variant(
            "timeout", "a server that never answers, and a wait with a timeout", prediction: .timeout,
            explored: .brings(.none),
            run: { setting in
                try Workload(addresses: setting.addressesWithSilence()).run { TimeLimit($0, $1, patience: setting.patience) }
            }, claims: timeoutClaims),
        Variant(
            "forgotten-leave", "a download that fails does not leave the group", prediction: .forgottenLeave, explored: .brings(.deadlock),
            expected: .hanging(lesson: "the group waits for a `leave` that is never called"), timeLimit: .milliseconds(1200),
            run: { _ = try Workload(addresses: $0.addresses()).run { ForgottenLeave($0, $1) } }, traceClaims: forgottenLeaveClaims),
        Variant(
            "leave-twice", "a download that fails leaves the group twice", prediction: .leaveTwice, explored: .brings(.misuse),
            expected: .death(
                lesson: "libdispatch ends a process that leaves a group more often than it entered; on Linux it prints no message"),
            timeLimit: .seconds(5),
            run: {
                _ = try Workload(addresses: $0.addresses()).run { LeaveTwice($0, $1) }
                // The last download is in the album before it leaves the group. (`poll` is not recorded.)
                poll(nil, 0, 3000)
            }, traceClaims: leaveTwiceClaims),
        Variant(
            "task-group", "Swift's own task group: nothing to enter, nothing to leave", prediction: .taskGroup, explored: .brings(.none),
            fixes: ["too-early"], lanes: .tasks,
            runAsynchronously: { try await Workload(addresses: $0.addresses()).runWithTasks() }, claims: taskGroupClaims),
    ], afterRun: afterRun, followUps: followUps)

lab.main()
