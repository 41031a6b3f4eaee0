import Dispatch

/// The bug: the main thread waits for the decoding. The decoding ends when the main thread has shown
/// the photos.
public func showAndWait(_ photos: Int, on screen: Screen) {
    let decoding = DispatchGroup()
    DispatchQueue(label: "decoder").async(group: decoding) {
        for photo in 1...photos {
            DispatchQueue.main.sync { screen.show("photo \(photo)") }
        }
    }
    decoding.wait()
}
