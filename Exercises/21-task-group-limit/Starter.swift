/// The bytes of a photo.
typealias Photo = [UInt8]

/// Downloads a photo. Takes long, and throws an error if the server does not have it.
typealias Download = @Sendable (_ name: String) async throws -> Photo

/// Downloads all photos and returns them, in the order of their names.
///
/// At most `limit` downloads run at the same time. If one of them fails, its error is thrown.
func downloadAll(_ names: [String], atMost limit: Int, with download: @escaping Download) async throws -> [Photo] {
    try await withThrowingTaskGroup(of: Photo.self) { group in
        for name in names.prefix(limit) {
            group.addTask { try await download(name) }
        }
        for name in names.dropFirst(limit) {
            group.addTask { try await download(name) }
        }
        var photos: [Photo] = []
        for try await photo in group { photos.append(photo) }
        return photos
    }
}
