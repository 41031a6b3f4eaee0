import Dispatch

/// The background block does not wait for the main thread. So the main thread can wait for it, but the photos come later.
///
/// - Returns: the photos on the screen when the wait returns.
public func showLater(_ photos: Int, on screen: Screen) -> Int {
    let decoding = DispatchGroup()
    DispatchQueue(label: "decoder").async(group: decoding) {
        for photo in 1...photos {
            DispatchQueue.main.async { screen.show("photo \(photo)") }
        }
    }
    decoding.wait()
    return screen.photos
}
