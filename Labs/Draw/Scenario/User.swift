import Foundation

/// A user who touches the screen while the app works, and who then leaves the page, if so wanted.
///
/// The work waits until the app has handled this, if it can. So it does not depend on chance what comes first. The user also notes
/// each event, in its order.
public final class User: @unchecked Sendable {  // Its variables are protected by `changed`.
    /// An event that the user sees.
    enum Event: Equatable { case workBegan, workEnded, touchHandled, pageLeft, pageGone, result(onMainThread: Bool) }

    weak var app: App?
    private let touches: Int
    private let leaves: Bool
    private var seen: [Event] = []
    private var image: Image?
    private let changed = NSCondition()

    /// After so many seconds no thread waits any longer, even if the scenario was changed.
    private let patience: TimeInterval = 30

    public init(touches: Int, leaves: Bool = false) { (self.touches, self.leaves) = (touches, leaves) }

    /// All events, in their order.
    var events: [Event] {
        changed.lock()
        defer { changed.unlock() }
        return seen
    }

    var lastImage: Image? {
        changed.lock()
        defer { changed.unlock() }
        return image
    }

    /// Touches the screen. The main thread cannot handle this while it works itself. So only other threads wait for it.
    func seesThatWorkBegins() {
        note(.workBegan)
        app?.touchScreen(touches)
        if leaves { app?.leavePage() }
        guard !Thread.isMainThread else { return }
        let limit = Date(timeIntervalSinceNow: patience)
        changed.lock()
        while !hasBeenServed, changed.wait(until: limit) {}
        changed.unlock()
    }

    private var hasBeenServed: Bool {
        seen.count { $0 == .touchHandled } == touches && (!leaves || seen.contains(.pageLeft))
    }

    func seesThatWorkEnds() { note(.workEnded) }
    func seesThatTouchIsHandled() { note(.touchHandled) }
    func seesThatPageIsLeft() { note(.pageLeft) }
    func seesThatPageIsGone() { note(.pageGone) }
    func seesResult(onMainThread: Bool) { note(.result(onMainThread: onMainThread)) }

    func sees(_ image: Image?) {
        changed.lock()
        self.image = image
        changed.unlock()
    }

    private func note(_ event: Event) {
        changed.lock()
        seen.append(event)
        changed.broadcast()
        changed.unlock()
    }

    /// Serves the main queue like an app, until the work and everything else has been done.
    func watch(isIdle: () -> Bool) {
        let limit = Date(timeIntervalSinceNow: patience)
        while Date() < limit, !isDone || !isIdle() { serveMainQueue() }
        // The last operation has submitted its result before it ended. So this block comes after it.
        var isDrained = false
        DispatchQueue.main.async { isDrained = true }
        while Date() < limit, !isDrained { serveMainQueue() }
    }

    private var isDone: Bool {
        changed.lock()
        defer { changed.unlock() }
        guard seen.contains(.workEnded), hasBeenServed else { return false }
        return leaves || seen.contains(.result(onMainThread: true)) || seen.contains(.result(onMainThread: false))
    }

    private func serveMainQueue() { _ = RunLoop.main.run(mode: .default, before: Date(timeIntervalSinceNow: 0.005)) }
}
