import Words
import Trace

/// Facts that a picture cannot show and must not hide.
enum Messages {
    /// Records that are missing from the trace.
    static func warnings(_ trace: Trace, canRecordAgain: Bool = true) -> [String] {
        var warnings: [String] = []
        if trace.droppedRecords > 0 {
            let part = trace.coverage.knownPart(Moments(trace).duration) ?? "their events are missing here"
            warnings.append(
                "\(Wording.count(trace.droppedRecords, "record")) could not be kept because the buffer was full: "
                    + "\(part).\(canRecordAgain ? " Record again with a larger buffer (--buffer)." : "")")
        }
        if trace.droppedRecords == 0, trace.coverage.start > 0 {
            let part = trace.coverage.knownPart(Moments(trace).duration) ?? "some of its events are missing"
            warnings.append("\(Coverage.leftOut): \(part).")
        }
        warnings += trace.coverage.choice.sentences
        warnings += trace.damage.map { "The trace is damaged: \($0)." }
        return warnings
    }

    /// How a run with unfinished work ended.
    static func ending(_ trace: Trace, _ layout: Layout) -> [String] {
        if trace.scheduleEndsInCrash { return ["The last step stopped the program."] }
        var running = 0, inLine = 0
        for index in trace.items.indices where trace.isUnfinished(index) && !trace.runsToTheEndByDesign(index) {
            if trace.items.began(index) != nil { running += 1 } else { inLine += 1 }
        }
        let waiting = trace.waits.reduce(0) { $0 + (trace.isUnfinished($1) ? 1 : 0) }
        let how: String
        switch trace.ending {
        case .killed: how = "The process \(trace.ending.endedBySignal ?? "")"
        case .exited(let code): how = "The process exited with code \(code)"
        case .stopped: how = trace.origin != .recorder ? "The schedule ended" : "Recording was stopped"
        case .unknown: how = "The trace ends"
        }
        var parts: [String] = []
        if running > 0 { parts.append("\(Wording.count(running, "item")) \(running == 1 ? "was" : "were") still running") }
        if inLine > 0 { parts.append("\(Wording.count(inLine, "item")) had not begun") }
        if waiting > 0 { parts.append("\(Wording.count(waiting, "thread")) still waited") }
        if parts.isEmpty {
            if case .killed = trace.ending { return [how + "."] }
            return []
        }
        if !trace.coverage.isWhole { parts[0] = "at least \(parts[0])" }
        return ["\(how) while \(Wording.list(parts))."]
    }

    /// The part of a lab's staging that is not drawn, and the option or key that shows it.
    static func staging(_ trace: Trace, shownBy how: String) -> [String] {
        if trace.staged.isEmpty { return [] }
        return ["Not shown: \(Wording.count(trace.staged.count, "wait")) of the lab's staging (\(how))."]
    }

    static func nothing(_ trace: Trace, _ mode: LaneMode = .queues) -> String {
        if mode == .tasks { return "Nothing to draw: this run has no Swift task." }
        return
            "Nothing to draw: \(trace.coverage.choice.isAll ? "no item was submitted to a queue and no thread waited" : "no item and no wait was recorded") (\(Wording.count(trace.events.count, "event"))"
            + (trace.lanes.isEmpty ? ")." : ", \(Wording.count(trace.lanes.count, "thread"))).")
    }
}
