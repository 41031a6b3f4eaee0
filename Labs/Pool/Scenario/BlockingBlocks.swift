import Dispatch

/// The first bug: blocks on a concurrent queue wait for a server, and each of them blocks a thread
/// of the pool.
///
/// The pool begins with as many threads as there are cores. It adds a thread when it sees that threads
/// are blocked, about one in a second. A block that only calculates waits for a thread all this time.
public func fetchOnPool(_ photos: Int, growth: Growth) -> GrowthReport {
    let server = Server(requests: photos, group: photos + 1)
    let client = Client(server: server)
    let queue = DispatchQueue(label: "downloads", attributes: .concurrent)
    let everything = DispatchGroup()
    for _ in 1...photos {
        queue.async(group: everything) { client.fetch() }
    }
    queue.async(group: everything) { calculate() }
    let counts = growth.watch()
    server.answerEverything()
    everything.wait()
    return GrowthReport(photos: photos, threadsAtFirst: counts.first, threadsLater: counts.later)
}

/// A calculation that takes about a millisecond and waits for nothing.
private func calculate() {
    var value: UInt64 = 1
    var step = 0
    while step < 300_000 {
        value = value &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        value ^= value >> 33
        step &+= 1
    }
    // It is never 0 in practice. But the compiler cannot know that, so it keeps the calculation.
    precondition(value != 0)
}

public struct GrowthReport: Codable, Sendable {
    public var photos: Int
    public var threadsAtFirst: Int
    public var threadsLater: Int
}
