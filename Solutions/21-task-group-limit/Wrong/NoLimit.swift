// Refused by: never more than the limit
// Verdict: tooMany
// Points: at most 4
// Says: 7 downloads ran at the same time
// Says not: other order
// Because: the results are in order now, but all downloads still run at the same time.
typealias Photo = [UInt8]
typealias Download = @Sendable (_ name: String) async throws -> Photo

func downloadAll(_ names: [String], atMost limit: Int, with download: @escaping Download) async throws -> [Photo] {
    try await withThrowingTaskGroup(of: (Int, Photo).self) { group in
        for (index, name) in names.enumerated() {
            group.addTask { (index, try await download(name)) }
        }
        var photos = [Photo](repeating: [], count: names.count)
        for try await (index, photo) in group { photos[index] = photo }
        return photos
    }
}
