import Foundation

extension TextFile {
    /// The main thread is busy at first. Then it shows all lines.
    ///
    /// - Parameter blocks: the main thread is busy until so many blocks have been submitted.
    public func observe(_ delivery: Delivery, mainIsBusyUntil blocks: Int) throws -> Observations {
        let list = LineList(busyTime: BusyTime(limit: 20_000))
        let app = LineApp(self, delivery, list)
        if delivery == .eachLine { list.busyTime.limitIsReached = { app.operation.cancel() } }
        app.start()
        list.busyTime.last(untilSubmitted: blocks) { app.operation.isFinished }
        let heap = Heap.liveBytes
        serveMainQueue(until: app.operation)
        var seen = try observations(app)
        seen.mostHeap = max(heap, seen.mostHeap)
        return seen
    }

    /// The moment at which the user presses "Cancel". In both cases the next batch is already in the
    /// main queue.
    public enum CancelTime: Sendable {
        /// When 500 lines have been shown. The operation is in the middle of the file.
        case inTheMiddle
        /// When all lines but the last batch have been shown. The operation has finished.
        case atTheEnd
    }

    public func observeCancelling(_ delivery: Delivery, _ time: CancelTime) throws -> Observations {
        let list = LineList()
        let app = LineApp(self, delivery, list)
        let batches = (try FileFacts.read(self, comparing: 0).facts.lines + list.batchSize - 1) / list.batchSize
        let before = time == .inTheMiddle ? 5 : batches - 1
        var blocksBefore = 0
        list.linesWereShown = {
            guard list.tally.lines >= before * list.batchSize, !list.isClosed else { return }
            list.busyTime.last(untilSubmitted: time == .inTheMiddle ? before + 1 : .max) { app.operation.isFinished }
            blocksBefore = list.busyTime.blocks
            app.cancel()
        }
        app.start()
        serveMainQueue(until: app.operation)
        list.linesWereShown = {}
        var seen = try observations(app)
        seen.blocksBeforeCancel = list.isClosed ? blocksBefore : seen.blocks
        return seen
    }

    private func observations(_ app: LineApp) throws -> Observations {
        if let failure = app.operation.failure { throw failure }
        var seen = try Observations(app.list.tally, of: self)
        seen.blocks = app.list.busyTime.blocks
        seen.linesOffMainThread = app.list.linesOffMainThread
        seen.linesAfterCancel = app.list.linesAfterClosing
        return seen
    }

    /// Runs the blocks of the main queue, as the main loop of an app does.
    private func serveMainQueue(until operation: Operation) {
        while !operation.isFinished { _ = RunLoop.main.run(mode: .default, before: Date(timeIntervalSinceNow: 0.01)) }
        // Those that the operation has left there.
        var isServed = false
        DispatchQueue.main.async { isServed = true }
        while !isServed { _ = RunLoop.main.run(mode: .default, before: Date(timeIntervalSinceNow: 0.01)) }
    }
}
