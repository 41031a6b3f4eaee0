import Words
import Explorer
import ExplorationRunner
import Narration
import System
import Terminal
import Trace

/// The schedule of a test, step by step.
struct SteppedExecution {
    private let log: ExecutionRecord
    private let result: ExplorationResult

    init(_ log: ExecutionRecord, of result: ExplorationResult) {
        self.log = log
        self.result = result
    }

    /// Goes through it. In a terminal it waits for a key after each step.
    func show(_ page: PageOptions) throws {
        guard let room = TemporaryFolder() else {
            throw ExplainedError(
                .usage, "Cannot create a folder in \(TemporaryFolder.parent).",
                cure: "Free some space there, or set TMPDIR to another folder.")
        }
        let trace = "\(room.path)/trace"
        try result.write(log, to: trace)
        let layout = StepLog.Layout(width: page.columns, isASCII: page.style.isASCII)
        StepLog(try TraceReader.read(path: trace)).step(layout: layout, look: .styled(page.style))
        try StandardOutput.line()
    }
}
