import Foundation

/// The bug: an operation that never looks.
///
/// `cancel()` only sets a flag. The filter does not read it, so it goes on to the last row.
final class SepiaFilter: Operation, @unchecked Sendable {  // `photo` never changes.
    let photo: Photo

    init(_ photo: Photo) {
        self.photo = photo
        super.init()
        name = photo.name
    }

    override func main() {
        for row in 0..<photo.rows {
            photo.filter(row: row)
        }
    }
}
