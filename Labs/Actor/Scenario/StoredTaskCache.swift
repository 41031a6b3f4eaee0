/// The fix: the cache stores the download, and not only its result. There is no `await` between the check and the change, so the
/// next task finds the download that has begun.
public actor StoredTaskCache: PictureCache {
    private var downloads: [String: Task<Picture, Never>] = [:]
    private let server: Server

    public init(_ server: Server) { self.server = server }

    public func picture(_ name: String) async -> Picture {
        if let download = downloads[name] { return await download.value }
        let download = Task(name: "download") { await server.download(name).decoded() }
        downloads[name] = download
        return await download.value
    }
}
