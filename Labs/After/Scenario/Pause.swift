import Foundation

/// The item waits after its first row until the caller has cancelled it. So `cancel()` always comes in
/// the middle, on a fast machine and on a slow one. Each side waits for at most five seconds.
public final class Pause: Sendable {
    private let arrived = DispatchSemaphore(value: 0)
    private let isOver = DispatchSemaphore(value: 0)

    public init() {}

    func itemArrives() {
        arrived.signal()
        _ = isOver.wait(timeout: .now() + 5)
    }

    func waitForItem() { _ = arrived.wait(timeout: .now() + 5) }

    func end() { isOver.signal() }
}
