// Refused by: never more than the limit
// Verdict: tooMany
// Says: 4 downloads ran at the same time
// Because: the child task is added before another one has ended, so there is one too many.
typealias Photo = [UInt8]
typealias Download = @Sendable (_ name: String) async throws -> Photo

func downloadAll(_ names: [String], atMost limit: Int, with download: @escaping Download) async throws -> [Photo] {
    try await withThrowingTaskGroup(of: (Int, Photo).self) { group in
        var photos = [Photo](repeating: [], count: names.count)
        for (index, name) in names.enumerated() {
            group.addTask { (index, try await download(name)) }
            if index >= limit, let (index, photo) = try await group.next() { photos[index] = photo }
        }
        for try await (index, photo) in group { photos[index] = photo }
        return photos
    }
}
