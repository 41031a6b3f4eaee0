import Synchronization

/// A document on a server. A request of a cancelled task throws, like one of `URLSession`.
public final class Document: Sendable {
    private let locked = Atomic(true)
    private let firstRequest = Meeting(of: 1)

    public init() {}

    public var isLocked: Bool { locked.load(ordering: .sequentiallyConsistent) }

    func request(_ name: String) async throws {
        firstRequest.arrive()
        // The answer to "edit" takes long, and the user cancels.
        if name == "edit" { try await Task.sleep(for: .seconds(30)) }
        try Task.checkCancellation()
        locked.store(false, ordering: .sequentiallyConsistent)
    }

    func isRequested() async { await firstRequest.wait() }
}
