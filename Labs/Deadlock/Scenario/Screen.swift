import Dispatch
import Foundation

/// The screen of an app. Only code on the main thread can change it.
public final class Screen: @unchecked Sendable {
    private var shown: [String] = []

    public init() {}

    func show(_ photo: String) {
        dispatchPrecondition(condition: .onQueue(.main))
        shown.append(photo)
    }

    public var photos: Int { shown.count }

    /// Serves the main queue like an app, until all photos are shown.
    public func serve(untilShown photos: Int) {
        while shown.count < photos { _ = RunLoop.main.run(mode: .default, before: Date(timeIntervalSinceNow: 0.01)) }
    }
}

/// The number of photos on the screen in the end.
public struct ScreenReport: Codable, Sendable {
    public var photos: Int
    public init(_ screen: Screen) { photos = screen.photos }
}
