// Refused by: an error cancels the others
// Verdict: tooOften
// Because: the error is kept until the end. Meanwhile, all other photos are downloaded in vain.
typealias Photo = [UInt8]
typealias Download = @Sendable (_ name: String) async throws -> Photo

func downloadAll(_ names: [String], atMost limit: Int, with download: @escaping Download) async throws -> [Photo] {
    var failure: (any Error)?
    let photos = await withTaskGroup(of: (Int, Result<Photo, any Error>).self) { group in
        var photos = [Photo](repeating: [], count: names.count)
        func take(_ done: (Int, Result<Photo, any Error>)?) {
            switch done {
            case (let index, .success(let photo))?: photos[index] = photo
            case (_, .failure(let error))?: failure = failure ?? error
            case nil: break
            }
        }
        for (index, name) in names.enumerated() {
            if index >= limit { take(await group.next()) }
            group.addTask {
                do { return (index, .success(try await download(name))) } catch { return (index, .failure(error)) }
            }
        }
        while let done = await group.next() { take(done) }
        return photos
    }
    if let failure { throw failure }
    return photos
}
