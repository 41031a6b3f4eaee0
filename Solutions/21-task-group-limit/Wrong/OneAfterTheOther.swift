// Refused by: as many as the limit
// Verdict: notParallel
// Points: at most 6
// Says: one after the other
// Because: the loop awaits each download before it starts the next one. The limit is 3, and one download runs.
typealias Photo = [UInt8]
typealias Download = @Sendable (_ name: String) async throws -> Photo

func downloadAll(_ names: [String], atMost limit: Int, with download: @escaping Download) async throws -> [Photo] {
    var photos: [Photo] = []
    for name in names { photos.append(try await download(name)) }
    return photos
}
