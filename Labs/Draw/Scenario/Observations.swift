/// The counted observations of a run.
public struct Observations: Codable, Sendable {
    /// Times that the user touched the screen.
    public var touches: Int
    /// Touches that were handled before the work ended.
    public var touchesDuringWork: Int
    /// Results that were shown, by the thread that changed the view.
    public var resultsOnMainThread: Int
    public var resultsOnOtherThreads: Int
    /// Results that were shown after the user had left the page.
    public var lateResults: Int
    /// Pages whose `deinit` ran before the work ended, and at any time.
    public var pagesGoneDuringWork: Int
    public var pagesGone: Int
    /// Pixels of the image that was shown.
    public var pixels: Int
    /// Pixels that are different from those of a drawing on the main thread.
    public var wrongPixels: Int

    init(_ user: User) {
        let events = user.events, work = events.prefix { $0 != .workEnded }
        touches = events.count { $0 == .touchHandled }
        touchesDuringWork = work.count { $0 == .touchHandled }
        resultsOnMainThread = events.count { $0 == .result(onMainThread: true) }
        resultsOnOtherThreads = events.count { $0 == .result(onMainThread: false) }
        lateResults = events.drop { $0 != .pageLeft }.count { $0 == .result(onMainThread: true) }
        pagesGoneDuringWork = work.count { $0 == .pageGone }
        pagesGone = events.count { $0 == .pageGone }
        let image = user.lastImage
        pixels = image?.pixels.count ?? 0
        let expected = image.map { Fractal(size: $0.width).draw().pixels } ?? []
        wrongPixels = zip(expected, image?.pixels ?? []).count { $0 != $1 } + abs(expected.count - pixels)
    }
}
