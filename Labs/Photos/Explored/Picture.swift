import Foundation

/// Stands in for a decoded picture: decoding cannot change an interleaving.
public struct Picture: Sendable {
    public let width = 1
    public let height = 1
    public let pixels: [UInt8] = [0, 0, 0]

    public func sepia(intensity: Float, isCancelled: () -> Bool) -> Picture? { isCancelled() ? nil : self }
}
