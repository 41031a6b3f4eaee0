import Dispatch
import Foundation

extension DownloadTests {
    /// The fix: the thread is blocked at a semaphore until the completion signals, or until the
    /// timeout.
    ///
    /// - Parameter patience: the timeout, in seconds.
    func downloadAtSemaphore(_ address: URL, patience: TimeInterval) -> TestReport {
        let log = TestLog()
        let finished = DispatchSemaphore(value: 0)  // It starts at 0, so `wait` needs a signal.
        let request = client.download(address) { result in
            log.enter(result)
            finished.signal()
        }
        defer { request.cancel() }  // Otherwise the request could run on during the next test.

        let waiting = Expense.of {
            // Without a timeout, a server that never answers would make this test hang, and later
            // tests would never begin.
            if finished.wait(timeout: .now() + patience) == .timedOut {
                log.fail("no answer from \(address.path) within \(patience) seconds")
            }
        }
        return log.report(waiting)
    }
}
