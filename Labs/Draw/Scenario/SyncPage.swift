import Dispatch

/// The bug: the search is on a global queue, but with `sync`. So the main thread waits for it. Often it even runs the block itself.
public final class SyncPage: Page {
    private let label: Label
    private let search: PrimeSearch

    public init(_ app: App, _ search: PrimeSearch) { (label, self.search) = (Label(app), search) }

    public func viewDidLoad() {
        let prime = DispatchQueue.global(qos: .userInitiated).sync { search.largestPrime() }
        label.text = "\(prime)"
    }
}
