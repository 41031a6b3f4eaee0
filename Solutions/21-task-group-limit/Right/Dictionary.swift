// The results are collected in a dictionary. A loop over the results adds the next child task.
typealias Photo = [UInt8]
typealias Download = @Sendable (_ name: String) async throws -> Photo

func downloadAll(_ names: [String], atMost limit: Int, with download: @escaping Download) async throws -> [Photo] {
    var left = Array(names.enumerated().reversed())
    return try await withThrowingTaskGroup(of: (Int, Photo).self, returning: [Photo].self) { group in
        func addNext() {
            guard let (index, name) = left.popLast() else { return }
            group.addTask { (index, try await download(name)) }
        }
        for _ in 0..<limit { addNext() }
        var photos: [Int: Photo] = [:]
        while let (index, photo) = try await group.next() {
            photos[index] = photo
            addNext()
        }
        return names.indices.compactMap { photos[$0] }
    }
}
