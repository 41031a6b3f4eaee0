import Foundation

/// The place where code runs.
public struct Place: Codable, Sendable {
    public var isMainThread: Bool

    init() { isMainThread = Thread.isMainThread }
}
