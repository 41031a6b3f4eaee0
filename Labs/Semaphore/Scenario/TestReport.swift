import Foundation
import Synchronization

/// What came of a test: why it failed, if it did, and what its waiting cost.
public struct TestReport: Codable, Sendable {
    public var failures: [String]
    /// Bytes that were downloaded.
    public var bytes: Int
    public var waiting: Expense
    /// How often the test asked whether the answer was there, for a test that asks.
    public var looks = 0
}

/// Where a test, and the completion that it gave away, write down what they saw; they may do so at the same time.
final class TestLog: Sendable {
    private let entries = Mutex((failures: [String](), bytes: 0))

    func fail(_ reason: String) { entries.withLock { $0.failures.append(reason) } }

    /// Writes down how a download ended; one that failed is a failure of the test.
    func enter(_ result: Result<Data, any Error>) {
        switch result {
        case .success(let photo): entries.withLock { $0.bytes += photo.count }
        case .failure(let error): fail("the download failed: \(error)")
        }
    }

    func report(_ waiting: Expense, looks: Int = 0) -> TestReport {
        let (failures, bytes) = entries.withLock { $0 }
        return TestReport(failures: failures, bytes: bytes, waiting: waiting, looks: looks)
    }
}
