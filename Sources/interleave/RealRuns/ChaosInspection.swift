import ExplorationRunner
import FoundationEssentials
import Glibc
import Narration
import Recorder
import Symbols
import System
import Trace

/// Reads the recording of a real run: whether threads wait for each other in a circle, and for what each of them waits.
enum ChaosInspection {
    /// - Parameter ending: nil as long as the process runs.
    /// - Returns: nil if there is no recording.
    static func read(_ path: String, _ ending: Trace.Ending?) -> ChaosRuns.Inspection? {
        let copy = "\(path).now"
        defer { unlink(copy) }
        do {
            if let ending {
                try TraceFinisher.finish(path: path, ending: ending)
                try Symbolicator.annotate(path: path)
            } else {
                guard FileManager.default.createFile(atPath: copy, contents: nil) else { return nil }
                try TraceSnapshot.take(of: path, into: copy)
            }
            let trace = try TraceReader.read(path: ending == nil ? copy : path), subjects = EventSubjects(trace)
            var state = TraceState(trace)
            for event in trace.events { state.apply(event, of: trace, subjects) }
            let isCircle = state.waitingCycle(trace) != nil || state.operationCircle(trace) != nil
            return ChaosRuns.Inspection(isCircle: isCircle, waits: ending == nil ? [] : Summary.waits(trace, state))
        } catch { return nil }
    }
}
