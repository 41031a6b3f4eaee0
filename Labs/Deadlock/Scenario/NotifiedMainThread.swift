import Dispatch

/// The fix: the main thread does not wait. The group submits a block to the main queue when the
/// decoding has ended.
public func showWhenDecoded(_ photos: Int, on screen: Screen) {
    let decoding = DispatchGroup()
    let decoded = Decoded()
    DispatchQueue(label: "decoder").async(group: decoding) {
        for photo in 1...photos { decoded.photos.append("photo \(photo)") }
    }
    decoding.notify(queue: .main) {
        for photo in decoded.photos { screen.show(photo) }
    }
}

/// The decoder fills it before the group is empty. The main thread reads it after that.
private final class Decoded: @unchecked Sendable {
    var photos: [String] = []
}
