import Dispatch

/// Counts loaves, and says when a customer has found it empty. The bakery's lock protects it.
public final class Shelf: @unchecked Sendable {
    private var loaves = 0
    private let looks = DispatchSemaphore(value: 0)
    private(set) var missing = 0

    public init() {}

    var isEmpty: Bool {
        if loaves == 0 { looks.signal() }
        return loaves == 0
    }

    func put() { loaves += 1 }

    func take() {
        if loaves == 0 { missing += 1 } else { loaves -= 1 }
    }

    /// Returns when customers have found it empty so many times more.
    func isSeenEmpty(_ times: Int) {
        for _ in 0..<times { _ = looks.wait(timeout: .now() + 5) }
    }
}
