import Foundation
import Synchronization

/// Downloads without a limit of the server, to compare widths.
public struct Chart: Sendable {
    public private(set) var milliseconds = 0.0
    /// The most downloads that ran at the same time.
    public private(set) var mostAtOnce = 0.0

    /// - Parameter width: nil: the default.
    public init(photos: Int, width: Int?, milliseconds latency: Int) {
        let server = PhotoServer(limit: .max, latency: .milliseconds(latency))
        let downloads = Downloads(photos, from: server)
        let began = ContinuousClock.now
        if let width { _ = downloads.run(width: width) } else { _ = downloads.runAll() }
        milliseconds = (ContinuousClock.now - began) / .milliseconds(1)
        mostAtOnce = Double(server.mostConnections)
    }
}
