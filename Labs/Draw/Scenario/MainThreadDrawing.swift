/// The bug again, with a drawing: the main thread calculates each pixel.
public final class MainThreadDrawing: Page {
    private let imageView: ImageView
    private let fractal: Fractal

    public init(_ app: App, _ fractal: Fractal) { (imageView, self.fractal) = (ImageView(app), fractal) }

    public func viewDidLoad() { imageView.image = fractal.draw() }
}
