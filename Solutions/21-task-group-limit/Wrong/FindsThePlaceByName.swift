// Refused by: few, equal, or no names
// Verdict: wrongResult
// Because: with the same name twice, both photos get the first place.
typealias Photo = [UInt8]
typealias Download = @Sendable (_ name: String) async throws -> Photo

func downloadAll(_ names: [String], atMost limit: Int, with download: @escaping Download) async throws -> [Photo] {
    try await withThrowingTaskGroup(of: (name: String, photo: Photo).self) { group in
        var photos = [Photo](repeating: [], count: names.count)
        func keep(_ done: (name: String, photo: Photo)) {
            if let index = names.firstIndex(of: done.name) { photos[index] = done.photo }
        }
        for (index, name) in names.enumerated() {
            if index >= limit, let done = try await group.next() { keep(done) }
            group.addTask { (name, try await download(name)) }
        }
        for try await done in group { keep(done) }
        return photos
    }
}
