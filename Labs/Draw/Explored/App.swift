import Foundation

/// The app, without a main loop: the explorer runs the blocks of the main queue.
public final class App: @unchecked Sendable {  // All variables are used on the main thread only, except in `wrongThread`.
    let background = OperationQueue()
    var page: (any Page)?
    private(set) var results = 0
    private(set) var isLeft = false
    private(set) var goneWhenLeft = false
    private(set) var isGone = false

    init() { background.maxConcurrentOperationCount = 1 }

    func leavePage() {
        page = nil
        isLeft = true
        goneWhenLeft = isGone
    }

    func labelHasChanged() { results += 1 }
    func imageHasChanged(to image: Image?) { results += 1 }
    func pageIsGone() { isGone = true }
}
