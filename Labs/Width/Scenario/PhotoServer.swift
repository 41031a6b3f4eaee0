import Dispatch
import Synchronization

// The situation: an app downloads photos. Its server accepts three connections at the same time,
// and refuses a fourth one. Many resources are like that: a database, a disk, a service that other
// apps use too.

/// A server for photos, with a limit.
public final class PhotoServer: Sendable {
    private let limit: Int
    private let latency: DispatchTimeInterval
    private let connections = Mutex((now: 0, most: 0))
    private let meeting: Meeting?
    private let answers = DispatchQueue(label: "photo server")

    /// - Parameter limit: the most connections at the same time.
    /// - Parameter meeting: requests that wait for each other, so that they are certain to overlap.
    public init(limit: Int = 3, latency: DispatchTimeInterval, meeting: Meeting? = nil) {
        self.limit = limit
        self.latency = latency
        self.meeting = meeting
    }

    var mostConnections: Int { connections.withLock { $0.most } }

    /// Returns immediately. The answer comes later, on another thread: a photo, or nil if there
    /// were too many connections.
    func photo(_ name: String, answer: @escaping @Sendable (String?) -> Void) {
        let isAccepted = connections.withLock { connections in
            guard connections.now < limit else { return false }
            connections.now += 1
            connections.most = max(connections.most, connections.now)
            return true
        }
        @Sendable func reply() {
            answers.asyncAfter(deadline: .now() + latency) { [self] in
                if isAccepted { connections.withLock { $0.now -= 1 } }
                answer(isAccepted ? name : nil)
            }
        }
        if let meeting { meeting.arrive(then: reply) } else { reply() }
    }
}
