// Refused by: an error cancels the others
// Verdict: missing
// Says: was not thrown
// Because: `try?` turns the error into nil, so all others are downloaded, and no error is thrown.
typealias Photo = [UInt8]
typealias Download = @Sendable (_ name: String) async throws -> Photo

func downloadAll(_ names: [String], atMost limit: Int, with download: @escaping Download) async throws -> [Photo] {
    await withTaskGroup(of: (Int, Photo?).self) { group in
        var photos = [Photo](repeating: [], count: names.count)
        for (index, name) in names.enumerated() {
            if index >= limit, let (index, photo) = await group.next() { photos[index] = photo ?? [] }
            group.addTask { (index, try? await download(name)) }
        }
        for await (index, photo) in group { photos[index] = photo ?? [] }
        return photos
    }
}
