import Dispatch

/// The fix: a global queue searches. The result goes back to the main queue, because the label belongs to the main thread.
public final class BackgroundPage: Page {
    private let label: Label
    private let search: PrimeSearch

    public init(_ app: App, _ search: PrimeSearch) { (label, self.search) = (Label(app), search) }

    /// Returns immediately, so the page is shown without a delay.
    public func viewDidLoad() {
        DispatchQueue.global(qos: .userInitiated).async { [search, weak self] in
            let prime = search.largestPrime()
            DispatchQueue.main.async { [weak self] in self?.label.text = "\(prime)" }
        }
    }
}
