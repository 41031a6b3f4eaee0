/// A bug: the page owns the service, the service owns the closure, and the closure owns the page.
///
/// This circle keeps all three alive for ever. `deinit` never runs.
public final class StrongSelfPage: Page {
    private let app: App
    private let label: Label
    private let service: PrimeService

    public init(_ app: App, _ search: PrimeSearch) {
        (self.app, label, service) = (app, Label(app), PrimeService(app.background, search))
    }

    deinit { app.pageIsGone() }

    public func viewDidLoad() {
        service.onResult = { prime in self.label.text = "\(prime)" }
        service.start()
    }
}
