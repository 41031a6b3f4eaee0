import Dispatch
import Foundation

extension DownloadTests {
    /// The fix: the thread sleeps at a semaphore until the completion signals it, or until its patience is over.
    ///
    /// - Parameter patience: the longest it waits, in seconds.
    func downloadAtSemaphore(_ address: URL, patience: TimeInterval) -> TestReport {
        let log = TestLog()
        let finished = DispatchSemaphore(value: 0)  // There is nothing to be had yet: whoever waits needs a signal.
        let request = client.download(address) { result in
            log.enter(result)
            finished.signal()
        }
        defer { request.cancel() }  // What a test leaves behind would run on into the next one.

        let waiting = Expense.of {
            // Without a timeout, a server that never answers makes a test that never ends, and no test after it ever begins.
            if finished.wait(timeout: .now() + patience) == .timedOut {
                log.fail("no answer from \(address.path) within \(patience) seconds")
            }
        }
        return log.report(waiting)
    }
}
