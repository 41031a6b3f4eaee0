/// The fix for tasks: they `await`. A task that is suspended gives its thread back, so the last task can
/// begin.
public func awaitInTasks(_ tasks: Int) async -> TaskReport {
    let threadsBefore = threadsOfThisProcess()
    let album = Album()
    let threads = await withTaskGroup(of: Int.self) { group in
        for _ in 1...tasks {
            group.addTask {
                await album.waitUntilOpen()
                return threadsOfThisProcess()
            }
        }
        group.addTask {
            await album.open()
            return threadsOfThisProcess()
        }
        return await group.reduce(into: []) { $0.append($1) }
    }
    return TaskReport(
        tasks: threads.count, suspended: await album.suspended, mostThreads: threads.max() ?? 0, threadsBefore: threadsBefore)
}

/// An album that tasks can wait for.
actor Album {
    private var isOpen = false
    private var waiting: [CheckedContinuation<Void, Never>] = []
    /// Tasks that were suspended when the album was opened.
    private(set) var suspended = 0

    func waitUntilOpen() async {
        if isOpen { return }
        await withCheckedContinuation { waiting.append($0) }
    }

    func open() {
        isOpen = true
        suspended = waiting.count
        for continuation in waiting { continuation.resume() }
        waiting = []
    }
}

public struct TaskReport: Codable, Sendable {
    /// Tasks that ended.
    public var tasks: Int
    /// Tasks that were suspended when the last task opened the album.
    public var suspended: Int
    public var mostThreads: Int
    public var threadsBefore: Int
}
