// Refused by: an error cancels the others
// Verdict: missing
// Says: were not cancelled
// Because: a `Task` is not a child task. An error in one of them cancels no other.
typealias Photo = [UInt8]
typealias Download = @Sendable (_ name: String) async throws -> Photo

func downloadAll(_ names: [String], atMost limit: Int, with download: @escaping Download) async throws -> [Photo] {
    var photos: [Photo] = []
    var running: [Task<Photo, any Error>] = []
    var left = names[...]
    while !left.isEmpty || !running.isEmpty {
        while running.count < limit, let name = left.popFirst() {
            running.append(Task { try await download(name) })
        }
        photos.append(try await running.removeFirst().value)
    }
    return photos
}
