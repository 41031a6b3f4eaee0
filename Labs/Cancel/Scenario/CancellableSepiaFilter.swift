import Foundation

/// The fix: the operation looks in each of its steps.
///
/// The smaller the step, the sooner the operation stops.
final class CancellableSepiaFilter: Operation, @unchecked Sendable {  // `photo` never changes.
    let photo: Photo

    init(_ photo: Photo) {
        self.photo = photo
        super.init()
        name = photo.name
    }

    override func main() {
        for row in 0..<photo.rows {
            if isCancelled { return }
            photo.filter(row: row)
        }
    }
}
