/// A page of an app. It belongs to the main thread, as all user interface does.
public protocol Page: AnyObject {
    /// Called once, on the main thread, before the page is shown.
    func viewDidLoad()
}

/// A line of text on a page.
final class Label {
    private let app: App

    init(_ app: App) { self.app = app }

    var text = "" {
        didSet { app.labelHasChanged() }
    }
}

/// A picture on a page.
final class ImageView {
    private let app: App

    init(_ app: App) { self.app = app }

    var image: Image? {
        didSet { app.imageHasChanged(to: image) }
    }
}
