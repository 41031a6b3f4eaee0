/// The completion blocks are not counted here. Each has the same two steps, which multiply the
/// interleavings and change none of the results.
final class CompletionWatch: Sendable {
    func completionBlockEnds() {}
    func waitForNext() {}

    var blocks: Int { 0 }
    var blocksOnMainThread: Int { 0 }
}
