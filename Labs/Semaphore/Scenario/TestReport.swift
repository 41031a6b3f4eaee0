import Foundation
import Synchronization

/// The result of a test: its failures, and the cost of its wait.
public struct TestReport: Codable, Sendable {
    public var failures: [String]
    /// Bytes that were downloaded.
    public var bytes: Int
    public var waiting: Expense
    /// For a test that spins: the number of checks whether the answer is there.
    public var looks = 0
}

/// The log of a test and its completion. Both can write to it at the same time.
final class TestLog: Sendable {
    private let entries = Mutex((failures: [String](), bytes: 0))

    func fail(_ reason: String) { entries.withLock { $0.failures.append(reason) } }

    /// Records the result of a download. A failed download is a failure of the test.
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
