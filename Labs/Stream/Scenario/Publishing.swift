/// The bug: two loops over one stream. Each message goes to one of them.
func publish(_ messages: [String], to readers: [Reader]) async {
    let (news, newsroom) = AsyncStream.makeStream(of: String.self)
    await withTaskGroup { group in
        for reader in readers {
            group.addTask(name: reader.name) {
                for await message in news { await reader.read(message) }
            }
        }
        for message in messages { newsroom.yield(message) }
        newsroom.finish()
    }
}

/// The fix: each reader subscribes, and has a separate stream.
func publishToAll(_ messages: [String], to readers: [Reader]) async {
    let newsroom = Newsroom()
    await withTaskGroup { group in
        for reader in readers {
            let news = newsroom.subscribe()
            group.addTask(name: reader.name) {
                for await message in news { await reader.read(message) }
            }
        }
        for message in messages { newsroom.yield(message) }
        newsroom.finish()
    }
}

/// A reader who subscribes late misses what was published before.
func publishEarly() -> (AsyncStream<String>, AsyncStream<String>) {
    let newsroom = Newsroom()
    let first = newsroom.subscribe()
    newsroom.yield("storm")
    let second = newsroom.subscribe()
    newsroom.yield("calm")
    newsroom.finish()
    return (first, second)
}

/// A stream that can throw allows one loop only.
func listen(_ readers: [Reader]) -> AsyncThrowingStream<String, any Error>.Continuation {
    let (news, newsroom) = AsyncThrowingStream.makeStream(of: String.self)
    for reader in readers {
        Task(name: reader.name) {
            for try await message in news { await reader.read(message) }
        }
    }
    return newsroom
}
