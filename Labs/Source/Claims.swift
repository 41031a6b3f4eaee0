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
            "the process stands still, and its heartbeat is silent", measured: longestSilence(onQueue: "heartbeat", trace), "ms",
            .atLeast(Double(setting.pause))),
        Claim(
            "the ticks of that time fall together into one call", seen.mostTicksInOneCall, "ticks",
            .atLeast(Double(setting.pause / 20))),
    ]
}

func stopClaims(_ run: Run<SourceParameters, PauseSeen>) -> [Claim] {
    [
        Claim(
            "the source for SIGSTOP is accepted, and says that it is registered",
            run.trace.items(onQueue: "SIGSTOP").count { $0.how == .performed }, "times", .exactly(1)),
        Claim("its handler is never called", handlerCalls(onQueue: "SIGSTOP", run.trace), "calls", .exactly(0), showsMistake: true),
        Claim(
            "the process is stopped with its work unsaved", run.observations.unsavedDuringPause, "edits unsaved", .exactly(1),
            showsMistake: true),
    ] + stoodStill(run.setting, run.observations, run.trace)
}

func continueClaims(_ run: Run<SourceParameters, PauseSeen>) -> [Claim] {
    [
        Claim("the handler for SIGCONT is called once", handlerCalls(onQueue: "SIGCONT", run.trace), "calls", .exactly(1)),
        Claim("it comes too late to save anything first", run.observations.unsavedDuringPause, "edits unsaved", .exactly(1)),
    ] + stoodStill(run.setting, run.observations, run.trace)
}

func terminalStopClaims(_ run: Run<SourceParameters, PauseSeen>) -> [Claim] {
    [
        Claim("the handler for SIGTSTP is called once", handlerCalls(onQueue: "SIGTSTP", run.trace), "calls", .exactly(1)),
        Claim("all is saved before the process stops", run.observations.unsavedDuringPause, "edits unsaved", .exactly(0)),
        Claim("the handler for SIGCONT is called once", handlerCalls(onQueue: "SIGCONT", run.trace), "calls", .exactly(1)),
    ] + stoodStill(run.setting, run.observations, run.trace)
}

func burstClaims(_ run: Run<SourceParameters, BurstSeen>) -> [Claim] {
    let seen = run.observations
    return [
        Claim(
            "signals that are sent one by one are a call each", seen.callsOneByOne, "calls", .exactly(Double(seen.sentOneByOne)),
            outOf: seen.sentOneByOne),
        Claim(
            "counting calls miscounts the signals that were sent while it stood still", seen.callsAtOnce, "calls", .exactly(1),
            outOf: seen.sentAtOnce,
            showsMistake: true),
        Claim(
            "on Linux the source's data does not count them either", seen.dataAtOnce, "signals in data", .exactly(1), outOf: seen.sentAtOnce
        ),
    ]
}

func childClaims(_ run: Run<SourceParameters, ChildSeen>) -> [Claim] {
    let seen = run.observations
    return [
        Claim("SIGTSTP, which the child ignores, does not stop it", seen.stopsByTerminalStop, "stops", .exactly(0)),
        Claim("SIGSTOP, which nobody can ignore, stops it", seen.stopsByStop, "stops", .exactly(1)),
        Claim("it gives no sign of life while it is stopped", seen.beatsWhileStopped, "lines", .exactly(0)),
        Claim(
            "there is a gap on its lane", measured: longestSilence(onQueue: "child's lines", run.trace), "ms",
            .atLeast(Double(run.setting.pause))),
        Claim("SIGCONT lets it go on", seen.continues, "times", .exactly(1)),
        Claim("it gives signs of life afterwards", seen.beatsAfter, "lines", .atLeast(5)),
        Claim("killed and waited for, nothing is left of it", seen.isGone ? 0 : 1, "processes", .exactly(0)),
    ]
}

func debuggerClaims(_ run: Run<SourceParameters, DebuggerSeen>) -> [Claim] {
    let seen = run.observations
    let underDebugger =
        seen.refusal == nil
        ? [
            Claim("a debugger's pause and going on does not call the handler for SIGCONT", seen.printsByDebugger, "calls", .exactly(0)),
            Claim(
                "but the heartbeat notices it, as ticks that fell together", seen.mostTicksInOneCall, "ticks",
                .atLeast(Double(run.setting.pause / 20))),
            Claim("while the debugger is attached, TracerPid names it", seen.sightings, "looks", .atLeast(2)),
            Claim("when it has gone, TracerPid names nobody", seen.sightingsAfterwards, "looks", .exactly(0)),
        ]
        : [Claim("this system lets no debugger attach (\(seen.refusal ?? "")); shown without one", 1, "refusals", .exactly(1))]
    return underDebugger + [
        Claim("stopped and continued by signals, the app prints its state once", seen.printsByContinue, "prints", .exactly(1)),
        Claim(
            "it prints the state that it had when it was stopped, or a later one", seen.editsPrinted, "edits",
            .atLeast(Double(seen.editsBeforePause))),
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
            "what was written before anybody listened comes in one call", seen.bytesInFirstCall, "bytes",
            .exactly(Double(seen.bytesBefore)),
            outOf: seen.bytesBefore),
        Claim("each later write is a call of its own", seen.calls - 1, "calls", .exactly(4)),
        Claim("every byte arrives", seen.bytesRead, "bytes", .exactly(Double(seen.bytesWritten)), outOf: seen.bytesWritten),
        Claim("the end comes as one call without data", seen.callsAtEnd, "calls", .exactly(1)),
        Claim("the cancel handler closes the descriptor", seen.isClosed ? 0 : 1, "descriptors left open", .exactly(0)),
    ]
}

func userDataClaims(_ run: Run<SourceParameters, UserDataSeen>) -> [Claim] {
    let seen = run.observations
    return [
        Claim("while the queue is busy, additions gather in one call", seen.callsWhileBusy, "calls", .exactly(1), outOf: seen.additions),
        Claim("none is lost, for the call is told the sum", seen.sum, "additions", .exactly(Double(seen.additions)), outOf: seen.additions),
        Claim("a source that combines with or tells each bit that was set", Int(seen.bits), "as a number", .exactly(Double(seen.bitsSet))),
        Claim("a source that replaces tells the last value", Int(seen.value), "percent", .exactly(Double(seen.lastValue))),
        Claim("these two need one call each", seen.callsForBits + seen.callsForValue, "calls", .exactly(2)),
    ]
}
