import Dispatch

/// A half-fix: the block looks whether the screen is open. The user can be back by then.
public final class CheckingScreen: Screen, @unchecked Sendable {
    override func didOpen() {
        let visit = visit
        queue.asyncAfter(deadline: .now() + .milliseconds(delay)) {
            defer { self.pending.leave() }
            guard self.isOpen else { return }
            self.showPrompt(askedBy: visit)
        }
    }
}
