import Dispatch
import Foundation

/// The fix: an operation draws on an image in memory. The view only shows the image.
public final class BackgroundDrawing: Page {
    private let imageView: ImageView
    private let fractal: Fractal
    private let queue: OperationQueue

    public init(_ app: App, _ fractal: Fractal) { (imageView, self.fractal, queue) = (ImageView(app), fractal, app.background) }

    public func viewDidLoad() {
        queue.addOperation { [fractal, weak imageView] in  // The block needs the view, not the page.
            let image = fractal.draw()
            DispatchQueue.main.async { [weak imageView] in imageView?.image = image }
        }
    }
}
