// Refused by: as many as the limit
// Verdict: notParallel
// Says: slowest
// Because: each batch waits for its slowest download before the next batch begins.
typealias Photo = [UInt8]
typealias Download = @Sendable (_ name: String) async throws -> Photo

func downloadAll(_ names: [String], atMost limit: Int, with download: @escaping Download) async throws -> [Photo] {
    var photos: [Photo] = []
    for start in stride(from: 0, to: names.count, by: limit) {
        let batch = Array(names[start..<min(start + limit, names.count)])
        photos += try await withThrowingTaskGroup(of: (Int, Photo).self) { group in
            for (index, name) in batch.enumerated() { group.addTask { (index, try await download(name)) } }
            var part = [Photo](repeating: [], count: batch.count)
            for try await (index, photo) in group { part[index] = photo }
            return part
        }
    }
    return photos
}
