/// The bug: the main thread searches. Until it has found the number, it does nothing else.
public final class MainThreadPage: Page {
    private let label: Label
    private let search: PrimeSearch

    public init(_ app: App, _ search: PrimeSearch) { (label, self.search) = (Label(app), search) }

    public func viewDidLoad() {
        let prime = search.largestPrime()
        label.text = "\(prime)"
    }
}
