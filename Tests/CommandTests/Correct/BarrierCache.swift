import Dispatch

/// Readers side by side, writers alone: a concurrent queue with barriers.
final class PhotoCache {
    private let queue = DispatchQueue(label: "cache", attributes: .concurrent)
    private var photos: [String: Int] = [:]

    func photo(named name: String) -> Int? {
        queue.sync { photos[name] }
    }

    func store(_ photo: Int, named name: String) {
        queue.async(flags: .barrier) { self.photos[name] = photo }
    }
}

func scenario() -> String {
    let cache = PhotoCache()
    let group = DispatchGroup()
    DispatchQueue.global().async(group: group) { cache.store(1, named: "sea") }
    var seen: Int?
    DispatchQueue.global().async(group: group) { seen = cache.photo(named: "sea") }
    group.wait()
    let first = seen.map { "\($0)" } ?? "nothing"
    return "\(first), then \(cache.photo(named: "sea") ?? 0)"
}

func allowed(_ text: String) -> Bool { ["nothing, then 1", "1, then 1"].contains(text) }
