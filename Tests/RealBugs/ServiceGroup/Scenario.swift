import Synchronization

// swift-service-lifecycle, commit 5a35085: during a shutdown, the end of another service counts as the end of the one that is shut down.

/// A service runs until it is shut down, or until it fails by itself.
final class Service: Sendable {
    let number: Int
    private let failsAlone: Bool
    private let shutdowns = AsyncStream<Void>.makeStream()
    private let ended = Mutex(false)

    init(_ number: Int, failsAlone: Bool = false) {
        self.number = number
        self.failsAlone = failsAlone
    }

    func run() async {
        if !failsAlone { for await _ in shutdowns.stream { break } }
        ended.withLock { $0 = true }
    }

    func shutDown() { shutdowns.continuation.yield() }
    var hasEnded: Bool { ended.withLock { $0 } }
}

/// Shuts services down one after the other: each one after those that depend on it have ended.
final class Group: Sendable {
    let services: [Service]
    private let early = Mutex(0)

    init(_ services: [Service]) { self.services = services }

    func tellShutdown(_ index: Int) {
        if index + 1 < services.count, !services[index + 1].hasEnded { early.withLock { $0 += 1 } }
        services[index].shutDown()
    }

    /// The number of services that were shut down too early.
    var earlyShutdowns: Int { early.withLock { $0 } }
}

func scenario() async -> Int {
    // The database must live longer than the server. The metrics fail during the shutdown.
    let metrics = Service(2, failsAlone: true), group = Group([Service(0), Service(1)])
    await withTaskGroup(of: Int.self) { running in
        for service in group.services + [metrics] {
            running.addTask {
                await service.run()
                return service.number
            }
        }
        await group.shutDown(&running)
    }
    return group.earlyShutdowns
}

func allowed(_ earlyShutdowns: Int) -> Bool { earlyShutdowns == 0 }
