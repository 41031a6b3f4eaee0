actor Log {
    private var lines: [String] = []
    func add(_ line: String) { lines.append(line) }
}

func scenario() async -> Bool {
    let (events, source) = AsyncStream<String>.makeStream()
    let log = Log()
    let logger = Task {
        for await event in events {
            await log.add(event)
        }
    }
    let login = Task {
        for await event in events where event == "connected" {
            return true
        }
        return false
    }
    source.yield("connected")
    source.finish()
    await logger.value
    return await login.value
}

func allowed(_ isConnected: Bool) -> Bool { isConnected }
