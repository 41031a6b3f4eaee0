// Refused by: results in the order of the names
// Verdict: wrongResult
// Says: the order in which the downloads ended
// Because: `group.next()` returns the results as they come.
typealias Photo = [UInt8]
typealias Download = @Sendable (_ name: String) async throws -> Photo

func downloadAll(_ names: [String], atMost limit: Int, with download: @escaping Download) async throws -> [Photo] {
    try await withThrowingTaskGroup(of: Photo.self) { group in
        var photos: [Photo] = []
        for (index, name) in names.enumerated() {
            if index >= limit, let photo = try await group.next() { photos.append(photo) }
            group.addTask { try await download(name) }
        }
        for try await photo in group { photos.append(photo) }
        return photos
    }
}
