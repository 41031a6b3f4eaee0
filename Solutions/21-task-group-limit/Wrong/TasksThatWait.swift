// Refused by: no more child tasks than the limit
// Verdict: cost
// Says: 7 child tasks
// Because: the actor limits the downloads, but a child task waits for each name of the album.
typealias Photo = [UInt8]
typealias Download = @Sendable (_ name: String) async throws -> Photo

func downloadAll(_ names: [String], atMost limit: Int, with download: @escaping Download) async throws -> [Photo] {
    let places = Places(limit)
    return try await withThrowingTaskGroup(of: (Int, Photo).self) { group in
        for (index, name) in names.enumerated() {
            group.addTask {
                await places.enter()
                do {
                    try Task.checkCancellation()
                    let photo = try await download(name)
                    await places.leave()
                    return (index, photo)
                } catch {
                    await places.leave()
                    throw error
                }
            }
        }
        var photos = [Photo](repeating: [], count: names.count)
        for try await (index, photo) in group { photos[index] = photo }
        return photos
    }
}

private actor Places {
    private var free: Int
    private var waiting: [CheckedContinuation<Void, Never>] = []

    init(_ count: Int) { free = count }

    func enter() async {
        if free > 0 { free -= 1 } else { await withCheckedContinuation { waiting.append($0) } }
    }

    func leave() {
        if waiting.isEmpty { free += 1 } else { waiting.removeFirst().resume() }
    }
}
