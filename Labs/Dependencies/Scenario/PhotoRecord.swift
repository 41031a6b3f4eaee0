import Synchronization

/// A photo of the list, as the tutorial keeps it: its name, its image and its state. Any thread can
/// use it.
final class PhotoRecord: Sendable {
    enum State { case new, downloaded, filtered }

    private struct Contents {
        var state = State.new
        var image = "placeholder"
    }

    let name: String
    private let contents = Mutex(Contents())

    init(_ name: String) { self.name = name }

    var state: State { contents.withLock { $0.state } }
    var image: String { contents.withLock { $0.image } }

    func change(to state: State, image: String) {
        contents.withLock { $0 = Contents(state: state, image: image) }
    }
}
