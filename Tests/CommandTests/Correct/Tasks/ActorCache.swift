/// Loads each picture once: whoever comes while it is being loaded waits for the same task.
actor PictureCache {
    private enum Entry {
        case loading(Task<String, Never>)
        case ready(String)
    }

    private var entries: [String: Entry] = [:]
    private(set) var loads = 0

    func picture(named name: String) async -> String {
        switch entries[name] {
        case .ready(let picture): return picture
        case .loading(let task): return await task.value
        case nil:
            loads += 1
            let task = Task { "picture of \(name)" }
            entries[name] = .loading(task)
            let picture = await task.value
            entries[name] = .ready(picture)
            return picture
        }
    }
}

func scenario() async -> String {
    let cache = PictureCache()
    async let first = cache.picture(named: "sea")
    async let second = cache.picture(named: "sea")
    let both = await [first, second]
    return "\(both[0] == both[1]) \(await cache.loads)"
}

func allowed(_ text: String) -> Bool { text == "true 1" }
