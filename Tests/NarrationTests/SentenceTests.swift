import Testing
import Trace

@testable import Narration

@Suite struct SentenceTests {
    @Test("look") func look() {
        for trace in [SampleRuns.barrier(), SampleRuns.meetings(), SampleRuns.oddments(), SampleRuns.deadlock()] {
            let log = StepLog(trace)
            log.forEach {
                print(log.text(of: $0, .init(width: 130))); return true
            }
            print(Summary(trace).lines.joined(separator: "\n"))
            print("----")
        }
    }
}
