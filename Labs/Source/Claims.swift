import LabKit
import SourceScenario

/// The longest time, in milliseconds, in which no source called its handler on a queue.
func longestSilence(onQueue label: String, _ trace: Trace) -> Double {
    let items = trace.items(onQueue: label).filter { $0.how == .sourceHandler }.sorted { ($0.began ?? 0) < ($1.began ?? 0) }
    let silences = zip(items, items.dropFirst()).map { before, after in (after.began ?? 0) - (before.began ?? 0) }
    return Double((silences.max() ?? 0) / 1000) / 1000
}

/// How often a source called its handler on a queue, as the recorder saw it.
func handlerCalls(onQueue label: String, _ trace: Trace) -> Int {
    trace.items(onQueue: label).count { $0.how == .sourceHandler }
}

/// The process really stood still: its heartbeat stopped, and nothing was made up for afterwards.
func stoodStill(_ setting: Setting<SourceParameters>, _ seen: PauseSeen, _ trace: Trace) -> [Claim] {
    [
        Claim(
            "the process stands still: its heartbeat is silent", measured: longestSilence(onQueue: "heartbeat", trace), "ms",
            .atLeast(Double(setting.pause))),
        Claim(
            "the ticks of that time fall together into one call", seen.mostTicksInOneCall, "ticks",
            .atLeast(Double(setting.pause / 20))),
    ]
}

func stopClaims(_ run: Run<SourceParameters, PauseSeen>) -> [Claim] {
    [
        Claim(
            "the source for SIGSTOP is accepted", run.trace.items(onQueue: "SIGSTOP").count { $0.how == .performed }, "in all", .exactly(1)),
        Claim("its handler is called", handlerCalls(onQueue: "SIGSTOP", run.trace), "in all", .exactly(0), showsMistake: true),
        Claim("the process is stopped with unsaved work", run.observations.unsavedDuringPause, "edits", .exactly(1), showsMistake: true),
    ] + stoodStill(run.setting, run.observations, run.trace)
}

func continueClaims(_ run: Run<SourceParameters, PauseSeen>) -> [Claim] {
    [
        Claim("the handler for SIGCONT is called", handlerCalls(onQueue: "SIGCONT", run.trace), "in all", .exactly(1)),
        Claim("it comes too late to save anything first", run.observations.unsavedDuringPause, "edits unsaved", .exactly(1)),
    ] + stoodStill(run.setting, run.observations, run.trace)
}

func terminalStopClaims(_ run: Run<SourceParameters, PauseSeen>) -> [Claim] {
    [
        Claim("the handler for SIGTSTP is called", handlerCalls(onQueue: "SIGTSTP", run.trace), "in all", .exactly(1)),
        Claim("all is saved before the process stops", run.observations.unsavedDuringPause, "edits unsaved", .exactly(0)),
        Claim("the handler for SIGCONT is called", handlerCalls(onQueue: "SIGCONT", run.trace), "in all", .exactly(1)),
    ] + stoodStill(run.setting, run.observations, run.trace)
}

func burstClaims(_ run: Run<SourceParameters, BurstSeen>) -> [Claim] {
    let seen = run.observations
    return [
        Claim("signals sent one by one arrive", seen.callsOneByOne, "calls", .exactly(Double(seen.sentOneByOne)), outOf: seen.sentOneByOne),
        Claim("signals sent at once arrive as one", seen.callsAtOnce, "calls", .exactly(1), outOf: seen.sentAtOnce, showsMistake: true),
        Claim("on Linux the source's data does not count them either", seen.dataAtOnce, "in data", .exactly(1), outOf: seen.sentAtOnce),
    ]
}

func childClaims(_ run: Run<SourceParameters, ChildSeen>) -> [Claim] {
    let seen = run.observations
    return [
        Claim("SIGTSTP, which the child ignores, stops it", seen.stopsByTerminalStop, "in all", .exactly(0)),
        Claim("SIGSTOP, which nobody can ignore, stops it", seen.stopsByStop, "in all", .exactly(1)),
        Claim("signs of life while it is stopped", seen.beatsWhileStopped, "lines", .exactly(0)),
        Claim(
            "the gap on its lane", measured: longestSilence(onQueue: "child's lines", run.trace), "ms",
            .atLeast(Double(run.setting.pause))),
        Claim("SIGCONT lets it go on", seen.continues, "in all", .exactly(1)),
        Claim("signs of life afterwards", seen.beatsAfter, "lines", .atLeast(5)),
        Claim("killed and waited for, nothing is left of it", seen.isGone ? 1 : 0, "in all", .exactly(1)),
    ]
}

func debuggerClaims(_ run: Run<SourceParameters, DebuggerSeen>) -> [Claim] {
    let seen = run.observations
    let underDebugger =
        seen.refusal == nil
        ? [
            Claim("a debugger's pause and going on calls the handler for SIGCONT", seen.printsByDebugger, "in all", .exactly(0)),
            Claim(
                "but the heartbeat notices it: ticks that fell together", seen.mostTicksInOneCall, "ticks",
                .atLeast(Double(run.setting.pause / 20))),
            Claim("while the debugger is attached, TracerPid names it", seen.sightings, "in all", .atLeast(2)),
            Claim("when it has gone, TracerPid does not", seen.sightingsAfterwards, "in all", .exactly(0)),
        ]
        : [Claim("this system lets no debugger attach (\(seen.refusal ?? "")); shown without one", 1, "refusal", .exactly(1))]
    return underDebugger + [
        Claim("stopped and continued by signals, the app prints its state", seen.printsByContinue, "in all", .exactly(1)),
        Claim(
            "it prints the state it had when it was stopped, or later", seen.editsPrinted, "edits", .atLeast(Double(seen.editsBeforePause))),
    ]
}

func timerClaims(_ run: Run<SourceParameters, TimerSeen>) -> [Claim] {
    let seen = run.observations
    return [
        Claim("the timer never ticks before its time", max(0, seen.ticks - seen.ticksDue), "ticks early", .exactly(0), outOf: seen.ticks),
        Claim("ticks that come due while the handler is slow fall together", seen.mostTicksInOneCall, "ticks", .atLeast(5)),
        Claim("so there are fewer calls than ticks", seen.calls, "calls", .atMost(Double(seen.ticks - 4)), outOf: seen.ticks),
        Claim("a handler that cancels its timer is not called again", seen.callsAfterCancel, "calls", .exactly(0), outOf: seen.calls),
    ]
}

func descriptorClaims(_ run: Run<SourceParameters, DescriptorSeen>) -> [Claim] {
    let seen = run.observations
    return [
        Claim(
            "what was written before anybody listened is one call", seen.bytesInFirstCall, "bytes", .exactly(Double(seen.bytesBefore)),
            outOf: seen.bytesBefore),
        Claim("each later write is a call of its own", seen.calls - 1, "calls", .exactly(4)),
        Claim("every byte arrives", seen.bytesRead, "bytes", .exactly(Double(seen.bytesWritten)), outOf: seen.bytesWritten),
        Claim("the end comes as a call without data", seen.callsAtEnd, "in all", .exactly(1)),
        Claim("the cancel handler closes the descriptor", seen.isClosed ? 1 : 0, "in all", .exactly(1)),
    ]
}

func userDataClaims(_ run: Run<SourceParameters, UserDataSeen>) -> [Claim] {
    let seen = run.observations
    return [
        Claim("while the queue is busy, additions gather in one call", seen.callsWhileBusy, "calls", .exactly(1), outOf: seen.additions),
        Claim("none is lost: the call is told the sum", seen.sum, "added", .exactly(Double(seen.additions)), outOf: seen.additions),
        Claim("or: the call is told each bit that was set", Int(seen.bits), "as a number", .exactly(Double(seen.bitsSet))),
        Claim("replace: the call is told the last value", Int(seen.value), "percent", .exactly(Double(seen.lastValue))),
        Claim("or and replace need one call each", seen.callsForBits + seen.callsForValue, "calls", .exactly(2)),
    ]
}
