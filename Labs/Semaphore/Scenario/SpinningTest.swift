import Foundation
import Synchronization

extension DownloadTests {
    /// The bug: the test spins (busy-waits). It checks "is it there?" as fast as it can, until it
    /// is there.
    ///
    /// It works, but it uses a whole processor for no useful work.
    func downloadSpinning(_ address: URL) -> TestReport {
        let log = TestLog()
        let isFinished = Atomic(false)
        client.download(address) { result in
            log.enter(result)
            isFinished.store(true, ordering: .releasing)
        }

        var looks = 1
        let waiting = Expense.of {
            // With a plain `var` instead of the atomic, this would also be a data race. The
            // optimizer sees no write in this loop, so it can read the variable once and then spin
            // for ever.
            while !isFinished.load(ordering: .acquiring) { looks += 1 }
        }
        return log.report(waiting, looks: looks)
    }
}
