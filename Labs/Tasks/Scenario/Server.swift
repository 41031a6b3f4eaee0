import Dispatch
import Synchronization

/// Answers a request when others are open, as many as the lab says. So a run does not depend on chance.
public final class Server: Sendable {
    public enum Order: Sendable { case firstFirst, lastFirst }

    private struct State {
        /// How many requests must be open before each answer.
        var needed: [Int]
        var waiting: [(name: String, request: CheckedContinuation<Void, Never>)] = []
        var open = 0
        var most = 0
        /// An answer is on its way into the album.
        var isStoring = false
    }

    private let state: Mutex<State>
    private let order: Order
    private let fillsAlbum: Bool

    /// Groups of requests: it answers a group when all of its requests are open.
    public init(groups: [Int]) {
        state = Mutex(State(needed: groups.flatMap { size in (1...size).reversed() }))
        (order, fillsAlbum) = (.firstFirst, false)
    }

    /// It answers a request when `together` are open, or the last ones, and when the photo before is in the album. The first and the last
    /// one are those in the order of `photoNames`: child tasks can come in any order.
    public init(requests: Int, together: Int, _ order: Order) {
        state = Mutex(State(needed: (1...requests).reversed().map { min($0, together) }))
        (self.order, fillsAlbum) = (order, true)
    }

    /// The most requests that were open at the same time.
    var most: Int { state.withLock { $0.most } }

    func load(_ name: String) async -> String {
        await withCheckedContinuation { request in
            state.withLock { state in
                state.waiting.append((name, request))
                state.open += 1
                state.most = max(state.most, state.open)
            }
            answerNext()
        }
        return name
    }

    func isStored() {
        state.withLock { $0.isStoring = false }
        answerNext()
    }

    private func answerNext() {
        while let request = nextRequest() {
            DispatchQueue.global().asyncAfter(deadline: .now() + .milliseconds(20)) {
                self.state.withLock { $0.open -= 1 }
                request.resume()
            }
        }
    }

    private func nextRequest() -> CheckedContinuation<Void, Never>? {
        state.withLock { state in
            guard let needed = state.needed.first, state.waiting.count >= needed, !state.isStoring else { return nil }
            state.needed.removeFirst()
            state.isStoring = fillsAlbum
            let places = state.waiting.map { photoNames.firstIndex(of: $0.name) ?? 0 }
            let next = order == .firstFirst ? places.min() : places.max()
            return state.waiting.remove(at: places.firstIndex { $0 == next } ?? 0).request
        }
    }
}
