import Foundation

/// Is told on the main thread that a filtration has ended.
protocol ImageFiltrationDelegate: AnyObject {
    func imageFiltrationDidFinish(_ filtration: ImageFiltration)
}

/// Turns the photo of a row into sepia tones. It looks at `isCancelled` before each row of pixels.
final class ImageFiltration: Operation, @unchecked Sendable {  // `result` is written before the end, and read after it.
    let row: Int
    weak var delegate: (any ImageFiltrationDelegate)?
    private(set) var result: Picture?

    /// The photo. The download may still be running when the filtration is made.
    private let original: () -> Picture?

    init(row: Int, original: @escaping () -> Picture?) {
        self.row = row
        self.original = original
    }

    override func main() {
        if isCancelled { return }
        if let picture = original() { result = picture.sepia(intensity: 0.8) { isCancelled } }
        if isCancelled { return }
        guard let delegate else { return }
        DispatchQueue.main.async { delegate.imageFiltrationDidFinish(self) }
    }
}
