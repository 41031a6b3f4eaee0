import Dispatch

/// A strong reference, and no circle: the queue owns the block, and the block owns the page, until it has run.
public final class QueueSelfPage: Page {
    private let app: App
    private let label: Label
    private let search: PrimeSearch

    public init(_ app: App, _ search: PrimeSearch) { (self.app, label, self.search) = (app, Label(app), search) }

    deinit { app.pageIsGone() }

    public func viewDidLoad() {
        DispatchQueue.global(qos: .userInitiated).async {
            let prime = self.search.largestPrime()
            DispatchQueue.main.async { self.label.text = "\(prime)" }
        }
    }
}
