import Foundation

extension Page {
    /// Submits all blocks to the main queue. The caller runs on the main thread, so no block can run
    /// before the caller returns to the main loop.
    public func submitToMainQueue() {
        for photo in photos {
            DispatchQueue.main.async { self.makeThumbnail(of: photo) }
        }
    }

    /// The main thread submits the blocks, does other work, and then serves its queue, as the main
    /// loop of an app does.
    public func useMainQueue() -> PageReport {
        submitToMainQueue()
        calculate()
        let begunTooEarly = diary.begun.count

        let limit = Date(timeIntervalSinceNow: 5)
        while diary.finished.count < photos.count, Date() < limit {
            _ = RunLoop.main.run(mode: .default, before: Date(timeIntervalSinceNow: 0.01))
        }
        var report = PageReport(self)
        report.begunTooEarly = begunTooEarly
        return report
    }
}
