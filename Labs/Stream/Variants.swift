import LabKit
import StreamScenario

/// The messages for the two readers.
private let messages = 4

let variants: [Variant<StreamParameters>] = [
    Variant(
        "unbounded", "a fast producer: the elements pile up in the buffer", prediction: .unbounded, explored: .brings(.assertion),
        lanes: .tasks, idleTime: .shown, runAsynchronously: { await showAllReadings($0.readings) },
        claims: { [waitingClaim($0, $0.setting.readings - 1, showsMistake: true)] }),
    Variant(
        "on-demand", "fix: the loop asks for each element (back-pressure)", prediction: .onDemand, explored: .brings(.none),
        fixes: ["unbounded"], lanes: .tasks, idleTime: .shown, runAsynchronously: { await showReadingsOnDemand($0.readings) },
        claims: { [waitingClaim($0, 0), shownClaim($0.observations, Array(1...$0.setting.readings))] }),
    Variant(
        "oldest", "a buffer that throws new elements away", prediction: .oldest, explored: .brings(.assertion), lanes: .tasks,
        idleTime: .shown, runAsynchronously: { await showOldestReadings($0.readings) },
        claims: { [shownClaim($0.observations, [1, 2, 3], showsMistake: true)] }),
    Variant(
        "newest", "fix: a buffer that throws old elements away", prediction: .newest, explored: .brings(.none), fixes: ["oldest"],
        lanes: .tasks, idleTime: .shown, runAsynchronously: { await showNewestReadings($0.readings) },
        claims: { run in
            let last = run.setting.readings
            return [shownClaim(run.observations, [1, last - 1, last])]
        }),
    Variant(
        "two-loops", "two loops over one stream: each element goes to one of them", prediction: .twoLoops,
        explored: .brings(.assertion), lanes: .tasks, idleTime: .shown, runAsynchronously: { _ in await publishInOneStream(messages) },
        claims: { newsClaims($0.observations, messages, each: messages / 2) }),
    Variant(
        "two-streams", "fix: a stream for each loop", prediction: .twoStreams, explored: .brings(.none), fixes: ["two-loops"],
        lanes: .tasks, idleTime: .shown, runAsynchronously: { _ in await publishInTwoStreams(messages) },
        claims: { newsClaims($0.observations, messages, each: messages) }),
    Variant(
        "task-inside", "the stream's own task goes on when the loop was cancelled", prediction: .taskInside,
        explored: .brings(.assertion), lanes: .tasks, idleTime: .shown, runAsynchronously: { _ in await cancelOnlyListener() },
        claims: { [beatClaim($0.observations, 3, showsMistake: true)] }),
    Variant(
        "on-termination", "fix: `onTermination` cancels that task", prediction: .onTermination, explored: .brings(.none),
        fixes: ["task-inside"], lanes: .tasks, idleTime: .shown, runAsynchronously: { _ in await cancelListenerAndMetronome() },
        claims: { [beatClaim($0.observations, 0)] }),
    Variant(
        "finish-first", "the first producer that ends finishes the stream", prediction: .finishFirst, explored: .brings(.assertion),
        lanes: .tasks, runAsynchronously: { _ in await mergeUntilOneEnds() },
        claims: { [letterClaim($0.observations, 1, showsMistake: true)] }),
    Variant(
        "finish-last", "fix: the stream is finished when all producers have ended", prediction: .finishLast, explored: .brings(.none),
        fixes: ["finish-first"], lanes: .tasks, runAsynchronously: { _ in await mergeUntilAllEnd() },
        claims: { [letterClaim($0.observations, 3)] }),
    Variant(
        "cancelled-loop", "a cancelled loop still gets what is in the buffer", prediction: .cancelledLoop, explored: .brings(.assertion),
        lanes: .tasks, idleTime: .shown, runAsynchronously: { await cancelScreen($0.readings) },
        claims: { [lateReadingsClaim($0, $0.setting.readings - 1, showsMistake: true)] }),
    Variant(
        "loop-looks", "fix: the loop looks before each element", prediction: .loopLooks, explored: .brings(.none),
        fixes: ["cancelled-loop"], lanes: .tasks, idleTime: .shown, runAsynchronously: { await cancelLookingScreen($0.readings) },
        claims: { [lateReadingsClaim($0, 0)] }),
]
