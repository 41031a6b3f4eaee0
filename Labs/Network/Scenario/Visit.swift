import Foundation

/// A user opens the page. Some servers never answer, so the user leaves the page at a moment that does not depend on chance: these photos
/// have been shown, and so many requests have begun.
public struct Visit {
    public var addresses: [URL]
    /// Seconds until a server that sends nothing has failed.
    public var patience: Int
    /// nil: the user stays.
    public var leavesAfter: (results: Int, begun: Int)?

    public init(_ addresses: [URL], patience: Int, leavesAfter: (results: Int, begun: Int)? = nil) {
        (self.addresses, self.patience, self.leavesAfter) = (addresses, patience, leavesAfter)
    }

    /// Runs on the main thread and serves the main queue like an app, until the loading is over.
    public func run(_ makeLoader: (Page, PhotoService) -> any PhotoLoader) -> Observations {
        let page = Page(addresses), service = PhotoService(patience: patience)
        let loader = makeLoader(page, service)
        loader.load()
        serveMainQueue { leavesAfter == nil ? loader.isOver : isTimeToLeave(page, service) }
        let before = (page.results, service.begun)
        if leavesAfter != nil { loader.cancel() }
        serveMainQueue { loader.isOver }
        // (Foundation stops the process if a request of a closed service begins.)
        if loader.isOver { service.close() }
        return Observations(page, service, before)
    }

    /// The same with tasks.
    @MainActor public func runWithTasks(width: Int) async -> Observations {
        let page = Page(addresses), service = PhotoService(patience: patience)
        let loader = TaskGroupLoader(page, service, width: width)
        let loading = loader.load()
        let limit = Date(timeIntervalSinceNow: 9)
        while !isTimeToLeave(page, service), Date() < limit { try? await Task.sleep(for: .milliseconds(5)) }
        let before = (page.results, service.begun)
        loader.cancel(loading)
        await loading.value
        service.close()
        return Observations(page, service, before)
    }

    private func isTimeToLeave(_ page: Page, _ service: PhotoService) -> Bool {
        guard let leavesAfter else { return false }
        return page.results >= leavesAfter.results && service.begun >= leavesAfter.begun
    }

    /// Ends after nine seconds at the latest, even if the scenario was changed.
    private func serveMainQueue(until isDone: () -> Bool) {
        let limit = Date(timeIntervalSinceNow: 9)
        while !isDone(), Date() < limit {
            _ = RunLoop.main.run(mode: .default, before: Date(timeIntervalSinceNow: 0.005))
        }
    }
}
