// A group that does not throw: each child task returns its error as a value, and the code cancels
// the group itself.
typealias Photo = [UInt8]
typealias Download = @Sendable (_ name: String) async throws -> Photo

func downloadAll(_ names: [String], atMost limit: Int, with download: @escaping Download) async throws -> [Photo] {
    try await withTaskGroup(of: (Int, Result<Photo, any Error>).self) { group in
        var next = 0
        var photos = [Photo](repeating: [], count: names.count)
        var failure: (any Error)?
        func add() {
            let index = next, name = names[next]
            next += 1
            group.addTask {
                do { return (index, .success(try await download(name))) } catch { return (index, .failure(error)) }
            }
        }
        while next < min(limit, names.count) { add() }
        for await (index, result) in group {
            switch result {
            case .success(let photo): photos[index] = photo
            case .failure(let error):
                failure = failure ?? error
                group.cancelAll()
            }
            if next < names.count, failure == nil, !group.isCancelled { add() }
        }
        if let failure { return Result<[Photo], any Error>.failure(failure) }
        return .success(photos)
    }.get()
}
