import Dispatch
import Synchronization

/// A scanner of an older library. It calls its callbacks on a queue of its own after some milliseconds, or inside `scan`.
public final class Scanner: Sendable {
    public enum Manner: Sendable { case succeeds, fails, succeedsTwice, failsTwice, succeedsInside, failsInside }

    private let manner: Manner
    private let queue = DispatchQueue(label: "scanner")
    private let isReady = Atomic(false)

    public init(_ manner: Manner) { self.manner = manner }

    func scan(onPage: @escaping @Sendable (String) -> Void, onFailure: @escaping @Sendable () -> Void) {
        switch manner {
        case .succeeds: call([{ onPage("page 1") }])
        case .fails: call([{ onFailure() }])
        case .succeedsTwice: call([{ onPage("page 1") }, { onPage("page 2") }])
        case .failsTwice: call([{ onFailure() }, { onPage("page 2") }])
        case .succeedsInside: onPage("page 1")
        case .failsInside: onFailure()
        }
    }

    /// Each callback comes some milliseconds after the one before it.
    private func call(_ callbacks: [@Sendable () -> Void]) {
        guard let callback = callbacks.first else { return isReady.store(true, ordering: .releasing) }
        queue.asyncAfter(deadline: .now() + .milliseconds(5)) {
            callback()
            self.call(Array(callbacks.dropFirst()))
        }
    }

    /// Whether the last callback has returned.
    var hasFinished: Bool { isReady.load(ordering: .acquiring) }
}

public struct ScanFailure: Error {}
