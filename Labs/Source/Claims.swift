import LabKit
import SourceScenario

/// The longest time, in milliseconds, between the starts of two source handlers on this queue.
func longestSilence(onQueue label: String, _ trace: Trace) -> Double {
    let items = trace.items(onQueue: label).filter { $0.how == .sourceHandler }.sorted { ($0.began ?? 0) < ($1.began ?? 0) }
    let silences = zip(items, items.dropFirst()).map { before, after in (after.began ?? 0) - (before.began ?? 0) }
    return Double((silences.max() ?? 0) / 1000) / 1000
}

/// The number of recorded calls of source handlers on this queue.
func handlerCalls(onQueue label: String, _ trace: Trace) -> Int {
    trace.items(onQueue: label).count { $0.how == .sourceHandler }
}

/// Claims that the process was really stopped: the heartbeat paused, and the missed ticks were
/// merged.
func stoodStill(_ setting: Setting<SourceParameters>, _ seen: PauseSeen, _ trace: Trace) -> [Claim] {
    [
        Claim(
            "longest pause of the heartbeat", measured: longestSilence(onQueue: "heartbeat", trace), "ms",
            .atLeast(Double(setting.pause))),
        Claim(
            "most ticks merged into one call", seen.mostTicksInOneCall, "ticks",
            .atLeast(Double(setting.pause / 20))),
    ]
}

func stopClaims(_ run: Run<SourceParameters, PauseSeen>) -> [Claim] {
    [
        Claim(
            "times that the source for SIGSTOP reported its registration",
            run.trace.items(onQueue: "SIGSTOP").count { $0.how == .performed }, "times", .exactly(1)),
        Claim("calls of the SIGSTOP handler", handlerCalls(onQueue: "SIGSTOP", run.trace), "calls", .exactly(0), showsMistake: true),
        Claim(
            "edits not saved when the process stopped", run.observations.unsavedDuringPause, "edits", .exactly(1),
            showsMistake: true),
    ] + stoodStill(run.setting, run.observations, run.trace)
}

func continueClaims(_ run: Run<SourceParameters, PauseSeen>) -> [Claim] {
    [
        Claim("calls of the SIGCONT handler", handlerCalls(onQueue: "SIGCONT", run.trace), "calls", .exactly(1)),
        Claim(
            "edits not saved when the process stopped", run.observations.unsavedDuringPause, "edits", .exactly(1),
            showsMistake: true),
    ] + stoodStill(run.setting, run.observations, run.trace)
}

func terminalStopClaims(_ run: Run<SourceParameters, PauseSeen>) -> [Claim] {
    [
        Claim("calls of the SIGTSTP handler", handlerCalls(onQueue: "SIGTSTP", run.trace), "calls", .exactly(1)),
        Claim("edits not saved when the process stopped", run.observations.unsavedDuringPause, "edits", .exactly(0)),
        Claim("calls of the SIGCONT handler", handlerCalls(onQueue: "SIGCONT", run.trace), "calls", .exactly(1)),
    ] + stoodStill(run.setting, run.observations, run.trace)
}

func burstClaims(_ run: Run<SourceParameters, BurstSeen>) -> [Claim] {
    let seen = run.observations
    return [
        Claim(
            "calls for signals that were sent one by one", seen.callsOneByOne, "calls", .exactly(Double(seen.sentOneByOne)),
            outOf: seen.sentOneByOne),
        Claim(
            "calls for signals that were sent while the process was stopped", seen.callsAtOnce, "calls", .exactly(1),
            outOf: seen.sentAtOnce,
            showsMistake: true),
        Claim(
            "signals that the source's data counts for them on Linux", seen.dataAtOnce, "signals", .exactly(1), outOf: seen.sentAtOnce,
            showsMistake: true),
    ]
}

func childClaims(_ run: Run<SourceParameters, ChildSeen>) -> [Claim] {
    let seen = run.observations
    return [
        Claim("stops by SIGTSTP, which the child ignores", seen.stopsByTerminalStop, "stops", .exactly(0)),
        Claim("stops by SIGSTOP, which no process can ignore", seen.stopsByStop, "stops", .exactly(1)),
        Claim("lines that the child wrote while it was stopped", seen.beatsWhileStopped, "lines", .exactly(0)),
        Claim(
            "longest gap on the child's lane", measured: longestSilence(onQueue: "child's lines", run.trace), "ms",
            .atLeast(Double(run.setting.pause))),
        Claim("times that SIGCONT continued the child", seen.continues, "times", .exactly(1)),
        Claim("lines that the child wrote afterwards", seen.beatsAfter, "lines", .atLeast(5)),
        Claim("processes left after the child was killed", seen.isGone ? 0 : 1, "processes", .exactly(0)),
    ]
}

func debuggerClaims(_ run: Run<SourceParameters, DebuggerSeen>) -> [Claim] {
    let seen = run.observations
    let underDebugger =
        seen.refusal == nil
        ? [
            Claim("calls of the SIGCONT handler after a debugger's pause", seen.printsByDebugger, "calls", .exactly(0)),
            Claim(
                "most ticks of the heartbeat merged into one call", seen.mostTicksInOneCall, "ticks",
                .atLeast(Double(run.setting.pause / 20))),
            Claim("times that TracerPid named the attached debugger", seen.sightings, "times", .atLeast(2)),
            Claim("times that TracerPid named a debugger afterwards", seen.sightingsAfterwards, "times", .exactly(0)),
        ]
        : [Claim("refusals of the kernel to attach a debugger (\(seen.refusal ?? ""))", 1, "refusals", .exactly(1))]
    return underDebugger + [
        Claim("times that the app printed its state after SIGSTOP and SIGCONT", seen.printsByContinue, "prints", .exactly(1)),
        Claim(
            "edits in the printed state, none of them missing", seen.editsPrinted, "edits",
            .atLeast(Double(seen.editsBeforePause))),
    ]
}

func timerClaims(_ run: Run<SourceParameters, TimerSeen>) -> [Claim] {
    let seen = run.observations
    return [
        Claim("ticks before they were due", max(0, seen.ticks - seen.ticksDue), "ticks", .exactly(0), outOf: seen.ticks),
        Claim("most ticks merged into one call of a slow handler", seen.mostTicksInOneCall, "ticks", .atLeast(5)),
        Claim("calls of the handler, fewer than ticks", seen.calls, "calls", .atMost(Double(seen.ticks - 4)), outOf: seen.ticks),
        Claim("calls after the handler had cancelled its timer", seen.callsAfterCancel, "calls", .exactly(0), outOf: seen.calls),
    ]
}

func descriptorClaims(_ run: Run<SourceParameters, DescriptorSeen>) -> [Claim] {
    let seen = run.observations
    return [
        Claim(
            "bytes in the first call, for all earlier writes together", seen.bytesInFirstCall, "bytes",
            .exactly(Double(seen.bytesBefore)),
            outOf: seen.bytesBefore),
        Claim("calls for later writes, one for each", seen.calls - 1, "calls", .exactly(4)),
        Claim("bytes that arrived", seen.bytesRead, "bytes", .exactly(Double(seen.bytesWritten)), outOf: seen.bytesWritten),
        Claim("calls without data, at the end of the pipe", seen.callsAtEnd, "calls", .exactly(1)),
        Claim("descriptors left open after the cancel handler", seen.isClosed ? 0 : 1, "descriptors", .exactly(0)),
    ]
}

func userDataClaims(_ run: Run<SourceParameters, UserDataSeen>) -> [Claim] {
    let seen = run.observations
    return [
        Claim(
            "handler calls for all additions that were made while the queue was busy", seen.callsWhileBusy, "calls", .exactly(1),
            outOf: seen.additions),
        Claim(
            "additions in the sum that the call received", seen.sum, "additions", .exactly(Double(seen.additions)), outOf: seen.additions),
        Claim("bits that the combining source reported", Int(seen.bits), "as a number", .exactly(Double(seen.bitsSet))),
        Claim("last value that the replacing source reported", Int(seen.value), "percent", .exactly(Double(seen.lastValue))),
        Claim("calls of these two sources, one each", seen.callsForBits + seen.callsForValue, "calls", .exactly(2)),
    ]
}
