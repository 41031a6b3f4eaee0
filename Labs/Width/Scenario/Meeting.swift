import Foundation

/// Requests at the server that wait for each other, in groups. The answers of a group begin when
/// the group is complete.
///
/// Without it, a first answer could come before the next request, on a busy machine. No thread is
/// blocked: a request that waits is a closure.
public final class Meeting: @unchecked Sendable {  // `changed` protects everything that can change.
    /// The sizes of the groups that are not complete. Later requests do not wait.
    private var groups: [Int]
    private var waiting: [@Sendable () -> Void] = []
    private var arrivals = 0
    private let changed = NSCondition()

    /// After so many seconds no request waits any longer, even if the scenario was changed and a
    /// group is never complete.
    private let patience = 5.0

    public init(ofGroups groups: [Int]) { self.groups = groups }

    /// A request has arrived. Its answer can begin when its group is complete.
    func arrive(then answer: @escaping @Sendable () -> Void) {
        changed.lock()
        arrivals += 1
        if arrivals == 1 { DispatchQueue.global().asyncAfter(deadline: .now() + patience, execute: giveUp) }
        waiting.append(answer)
        let ready = waiting.count >= groups.first ?? 0 ? waiting : []
        if !ready.isEmpty {
            waiting = []
            groups = Array(groups.dropFirst())
        }
        changed.broadcast()
        changed.unlock()
        for answer in ready { answer() }
    }

    /// Blocks until so many requests have arrived.
    func waitForArrival(_ number: Int) {
        let limit = Date(timeIntervalSinceNow: patience)
        changed.lock()
        while arrivals < number, changed.wait(until: limit) {}
        changed.unlock()
    }

    @Sendable private func giveUp() {
        changed.lock()
        groups = []
        let ready = waiting
        waiting = []
        changed.unlock()
        for answer in ready { answer() }
    }
}
