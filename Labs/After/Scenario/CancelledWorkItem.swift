import Dispatch

/// The fix: a work item, which the screen cancels when it is closed.
public final class CancellingScreen: Screen, @unchecked Sendable {
    private var prompt: DispatchWorkItem?

    override func didOpen() {
        let visit = visit
        let prompt = DispatchWorkItem { self.showPrompt(askedBy: visit) }
        prompt.notify(queue: queue) { self.pending.leave() }  // Also after a cancellation.
        queue.asyncAfter(deadline: .now() + .milliseconds(delay), execute: prompt)
        self.prompt = prompt
    }

    override func didClose() {
        prompt?.cancel()
        prompt = nil
    }
}
