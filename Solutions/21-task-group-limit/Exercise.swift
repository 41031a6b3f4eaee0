/// The bytes of a photo.
typealias Photo = [UInt8]

/// Downloads a photo. Takes long, and throws an error if the server does not have it.
typealias Download = @Sendable (_ name: String) async throws -> Photo

/// Downloads all photos and returns them, in the order of their names.
///
/// At most `limit` downloads run at the same time. If one of them fails, its error is thrown.
func downloadAll(_ names: [String], atMost limit: Int, with download: @escaping Download) async throws -> [Photo] {
    try await withThrowingTaskGroup(of: (index: Int, photo: Photo).self) { group in
        var photos = [Photo](repeating: [], count: names.count)
        for (index, name) in names.enumerated() {
            // One child task must end before the next one begins.
            if index >= limit, let done = try await group.next() { photos[done.index] = done.photo }
            group.addTask { (index, try await download(name)) }
        }
        for try await done in group { photos[done.index] = done.photo }
        return photos
    }
}
