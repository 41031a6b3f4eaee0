import Dispatch

/// A bug: the result does not go back to the main thread. Two threads use the label, and nothing protects it.
public final class WrongThreadPage: Page {
    let label: Label
    private let search: PrimeSearch

    public init(_ app: App, _ search: PrimeSearch) { (label, self.search) = (Label(app), search) }

    public func viewDidLoad() {
        DispatchQueue.global(qos: .userInitiated).async { [search, weak self] in
            let prime = search.largestPrime()
            self?.label.text = "\(prime)"
        }
    }
}
