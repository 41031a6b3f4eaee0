import Synchronization

/// An album with a page for each photo.
public final class Album: Sendable {
    private let pages: Mutex<[String]>
    private let server: Server

    public init(pages: Int = 0, _ server: Server) {
        self.pages = Mutex(Array(repeating: "", count: pages))
        self.server = server
    }

    func append(_ photo: String) {
        pages.withLock { $0.append(photo) }
        server.isStored()
    }

    subscript(page: Int) -> String {
        get { pages.withLock { $0[page] } }
        set {
            pages.withLock { $0[page] = newValue }
            server.isStored()
        }
    }

    var photos: [String] { pages.withLock { $0 } }
}
