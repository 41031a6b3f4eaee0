import Synchronization

/// The app's data in memory: the object that you would like to print in a debugger.
final class PhotoCollection: CustomStringConvertible, Sendable {
    private struct State {
        var photos = ["harbour", "lighthouse", "ferry"]
        var selected = "harbour"
        var edits = 0
        var saved = 0
    }
    private let state = Mutex(State())

    func edit(_ photo: String) {
        state.withLock {
            $0.selected = photo
            $0.edits += 1
        }
    }

    func save() {
        state.withLock { $0.saved = $0.edits }
    }

    /// Edits that would be lost with the process.
    var unsaved: Int { state.withLock { $0.edits - $0.saved } }

    var description: String {
        state.withLock { "PhotoCollection of \($0.photos.count) photos, \($0.selected) selected, \($0.edits - $0.saved) unsaved" }
    }
}
