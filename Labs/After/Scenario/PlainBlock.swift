import Dispatch

/// The bug: the block is submitted, and nothing can cancel it.
public final class ForgetfulScreen: Screen, @unchecked Sendable {
    override func didOpen() {
        let visit = visit
        queue.asyncAfter(deadline: .now() + .milliseconds(delay)) {
            self.showPrompt(askedBy: visit)
            self.pending.leave()
        }
    }
}
