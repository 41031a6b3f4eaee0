func load(_ part: String) async -> String {
    await Task.yield()
    return part
}

func page() async -> [String] {
    await withTaskGroup(of: String.self) { group in
        group.addTask { await load("head") }
        group.addTask { await load("body") }
        var parts: [String] = []
        for await part in group { parts.append(part) }
        return parts
    }
}

func scenario() async -> [String] {
    await page()
}

func allowed(_ page: [String]) -> Bool { page == ["head", "body"] }
