import Dispatch
import Foundation

/// Tests of `PhotoClient`. They run like in a test runner: on one queue, one after the other.
public struct DownloadTests: Sendable {
    let client: PhotoClient
    private let tests = DispatchQueue(label: "tests")

    public init(of client: PhotoClient = PhotoClient()) { self.client = client }

    /// Runs the test that spins, and returns its report.
    public func runSpinningTest(_ address: URL) -> TestReport {
        tests.sync { downloadSpinning(address) }
    }

    /// Runs the test that waits at a semaphore for at most `patience` seconds, and returns its
    /// report.
    public func runSemaphoreTest(_ address: URL, patience: TimeInterval) -> TestReport {
        tests.sync { downloadAtSemaphore(address, patience: patience) }
    }
}
