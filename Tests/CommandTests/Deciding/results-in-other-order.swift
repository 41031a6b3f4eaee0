// assertion: 7, 10
// Says: in the order in which its tasks finish
// Advises: return its position together with its result
func scenario() async -> String {
    await withTaskGroup(of: String.self) { group in
        for name in ["a", "b"] {
            group.addTask { await thumbnail(name) }
        }
        var all = ""
        while let next = await group.next() { all += next }
        return all
    }
}

func thumbnail(_ name: String) async -> String {
    await Task.yield()
    return name
}

func allowed(_ all: String) -> Bool { all == "ab" }
