import Dispatch
import Foundation

/// The main loop of an app that shows a page.
public final class App: @unchecked Sendable {  // `page` is used on the main thread only.
    /// For work that must not run on the main thread.
    let background = OperationQueue()
    private let user: User
    private var page: (any Page)?

    public init(_ user: User) {
        self.user = user
        background.name = "background"
    }

    /// Shows a page and serves the main queue, until the page has its result and the user has done everything.
    public func run(_ makePage: @escaping (App) -> any Page) -> Observations {
        user.app = self
        DispatchQueue.main.async { [self] in
            page = makePage(self)
            page?.viewDidLoad()
        }
        user.watch { isIdle() }
        return Observations(user)
    }

    /// The user touches the screen. The main thread handles each touch when it is its turn.
    func touchScreen(_ touches: Int) {
        for _ in 0..<touches {
            DispatchQueue.main.async { [user] in user.seesThatTouchIsHandled() }
        }
    }

    /// The user leaves the page. If nothing else owns it, its `deinit` runs immediately.
    func leavePage() {
        DispatchQueue.main.async { [self] in
            page = nil
            user.seesThatPageIsLeft()
        }
    }

    private func isIdle() -> Bool { background.operationCount == 0 }

    // MARK: Called by the page and its views

    func labelHasChanged() { user.seesResult(onMainThread: Thread.isMainThread) }

    func imageHasChanged(to image: Image?) {
        user.seesResult(onMainThread: Thread.isMainThread)
        user.sees(image)
    }

    func pageIsGone() { user.seesThatPageIsGone() }
}
