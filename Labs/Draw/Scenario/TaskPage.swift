/// The same with Swift's tasks. The main actor is the main thread, so the compiler checks which code uses the label.
@MainActor public final class TaskPage: @preconcurrency Page {
    private let app: App
    private lazy var label = Label(app)
    private let search: PrimeSearch

    public nonisolated init(_ app: App, _ search: PrimeSearch) { (self.app, self.search) = (app, search) }

    deinit { app.pageIsGone() }

    public func viewDidLoad() {
        Task { [search, weak self] in
            let prime = await search.largestPrimeInBackground()  // The main thread is free meanwhile.
            self?.label.text = "\(prime)"
        }
    }
}

extension PrimeSearch {
    /// An asynchronous function without an actor runs on a thread of the pool.
    nonisolated func largestPrimeInBackground() async -> Int { largestPrime() }
}
