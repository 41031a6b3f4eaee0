import Dispatch
import Foundation

/// Half a fix: `self` is weak, but the first line of the block makes it strong again.
///
/// So the block keeps the page alive as long as it searches, even if the user has left.
public final class GuardSelfPage: Page {
    private let app: App
    private let label: Label
    private let search: PrimeSearch

    public init(_ app: App, _ search: PrimeSearch) { (self.app, label, self.search) = (app, Label(app), search) }

    deinit { app.pageIsGone() }

    public func viewDidLoad() {
        app.background.addOperation { [weak self] in
            guard let self else { return }  // From here on, `self` is a strong reference.
            let prime = search.largestPrime()
            DispatchQueue.main.async { self.label.text = "\(prime)" }
        }
    }
}
