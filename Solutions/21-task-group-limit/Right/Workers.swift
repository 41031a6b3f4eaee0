// As many child tasks as the limit, and each of them downloads one photo after the other. An actor
// gives out the next index.
typealias Photo = [UInt8]
typealias Download = @Sendable (_ name: String) async throws -> Photo

func downloadAll(_ names: [String], atMost limit: Int, with download: @escaping Download) async throws -> [Photo] {
    let queue = Indices(count: names.count)
    return try await withThrowingTaskGroup(of: [(Int, Photo)].self) { group in
        for _ in 0..<min(limit, names.count) {
            group.addTask {
                var photos: [(Int, Photo)] = []
                while let index = await queue.next() {
                    try Task.checkCancellation()
                    photos.append((index, try await download(names[index])))
                }
                return photos
            }
        }
        var photos = [Photo](repeating: [], count: names.count)
        for try await part in group {
            for (index, photo) in part { photos[index] = photo }
        }
        return photos
    }
}

private actor Indices {
    private var indices: Range<Int>

    init(count: Int) { indices = 0..<count }

    func next() -> Int? { indices.popFirst() }
}
