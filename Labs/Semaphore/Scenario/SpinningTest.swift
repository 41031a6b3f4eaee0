import Foundation
import Synchronization

extension DownloadTests {
    /// The mistake: the test asks "is it there?" again and again, as fast as a processor can, until it is.
    ///
    /// It works. But what the processor does meanwhile is nothing, and it does it with all its might.
    func downloadSpinning(_ address: URL) -> TestReport {
        let log = TestLog()
        let isFinished = Atomic(false)
        client.download(address) { result in
            log.enter(result)
            isFinished.store(true, ordering: .releasing)
        }

        var looks = 1
        let waiting = Expense.of {
            // With a plain `var` instead of the atomic this would be a data race as well: the optimiser, which sees nobody change it in
            // here, may look at it once and then spin for ever.
            while !isFinished.load(ordering: .acquiring) { looks += 1 }
        }
        return log.report(waiting, looks: looks)
    }
}
