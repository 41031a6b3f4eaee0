import Dispatch

/// A client with two ways to fetch a photo.
public struct Client: Sendable {
    public let server: Server

    public init(server: Server) { self.server = server }

    /// Blocks the calling thread until the server has answered.
    func fetch() {
        let answered = DispatchSemaphore(value: 0)
        server.request { answered.signal() }
        answered.wait()
    }

    /// Returns immediately. `completion` is called when the server has answered.
    func fetch(completion: @escaping @Sendable () -> Void) {
        server.request(completion)
    }
}

/// The observations of a run.
public struct PoolReport: Codable, Sendable {
    public var photos: Int
    /// The largest number of requests that waited for the server at the same time.
    public var mostRequests: Int
    /// The largest number of threads of this process, the main thread and others included.
    public var mostThreads: Int
    /// The number of threads before the work began.
    public var threadsBefore: Int

    init(photos: Int, server: Server, threadsBefore: Int) {
        self.photos = photos
        mostRequests = server.mostWaiting
        mostThreads = server.mostThreads
        self.threadsBefore = threadsBefore
    }
}
