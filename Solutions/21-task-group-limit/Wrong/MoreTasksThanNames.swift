// Refused by: few, equal, or no names
// Verdict: crash
// Says: With 2 names and a limit of 5
// Because: the first loop runs up to the limit, also if there are fewer names.
typealias Photo = [UInt8]
typealias Download = @Sendable (_ name: String) async throws -> Photo

func downloadAll(_ names: [String], atMost limit: Int, with download: @escaping Download) async throws -> [Photo] {
    try await withThrowingTaskGroup(of: (Int, Photo).self) { group in
        var photos = [Photo](repeating: [], count: names.count)
        for index in 0..<limit {
            group.addTask { (index, try await download(names[index])) }
        }
        var next = limit
        while let (index, photo) = try await group.next() {
            photos[index] = photo
            guard next < names.count else { continue }
            let index = next
            next += 1
            group.addTask { (index, try await download(names[index])) }
        }
        return photos
    }
}
