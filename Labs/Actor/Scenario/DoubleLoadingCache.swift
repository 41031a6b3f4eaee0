/// Keeps the pictures that were downloaded. Any task can call it.
public protocol PictureCache: Actor {
    func picture(_ name: String) async -> Picture
}

/// The bug: the check is before the `await`, and the change is after it. Between the two, the actor is free, and another task makes
/// the same check.
public actor DoubleLoadingCache: PictureCache {
    private var pictures: [String: Picture] = [:]
    private let server: Server

    public init(_ server: Server) { self.server = server }

    public func picture(_ name: String) async -> Picture {
        if let picture = pictures[name] { return picture }
        let picture = await server.download(name).decoded()
        pictures[name] = picture
        return picture
    }
}
