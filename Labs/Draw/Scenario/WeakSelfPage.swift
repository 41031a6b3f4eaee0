/// The fix: the closure does not own the page. It uses the page only if it still exists, on the main thread.
public final class WeakSelfPage: Page {
    private let app: App
    private let label: Label
    private let service: PrimeService

    public init(_ app: App, _ search: PrimeSearch) {
        (self.app, label, service) = (app, Label(app), PrimeService(app.background, search))
    }

    deinit { app.pageIsGone() }

    public func viewDidLoad() {
        service.onResult = { [weak self] prime in self?.label.text = "\(prime)" }
        service.start()
    }
}
