import Foundation
import PhotoServer
import SemaphoreScenario
import TestSupport
import XCTest

/// Ways to wait for an answer in XCTest: the two ways of the lab, and XCTest's own.
///
/// Test methods run on the main thread, one after the other. No test here sleeps for an answer, and
/// every wait ends: the client cancels a request that has no answer, so even the spinning loop ends.
/// (Its time is long, because the machine can be slow.)
final class WaitingXCTests: XCTestCase {
    private var server: PhotoServer!
    private let patience = Duration.patience / .seconds(1)
    private lazy var client = PhotoClient(timeout: patience)

    override func setUpWithError() throws {
        server = try PhotoServer.start()
    }

    override func tearDown() {
        server.stop()
    }

    private var slowPhoto: URL { server.addresses.photo("coffee.png", after: .milliseconds(200)) }

    /// The test that spins passes, and uses a processor while it waits.
    func testSpinningBurnsTheProcessor() {
        let report = DownloadTests(of: client).runSpinningTest(slowPhoto)
        XCTAssertEqual(report.failures, [])
        XCTAssertGreaterThan(report.bytes, 0)
        XCTAssertGreaterThan(report.looks, 1000)
        XCTAssertGreaterThan(report.waiting.processorSeconds, 0.001)
    }

    /// The test that waits at a semaphore passes too, and its thread is blocked meanwhile.
    func testWaitingAtASemaphoreCostsNothing() {
        let report = DownloadTests(of: client).runSemaphoreTest(slowPhoto, patience: patience)
        XCTAssertEqual(report.failures, [])
        XCTAssertGreaterThan(report.bytes, 0)
        XCTAssertLessThan(report.waiting.processorSeconds, report.waiting.seconds / 10)
    }

    /// If the server never answers, the timeout makes the test fail. This failure is expected here.
    func testTimeoutFailsTheTestWhenTheServerNeverAnswers() {
        let report = DownloadTests(of: client).runSemaphoreTest(server.addresses.silence, patience: 0.3)
        XCTAssertEqual(report.failures, ["no answer from /silent within 0.3 seconds"])
        XCTAssertEqual(report.bytes, 0)
        XCTAssertGreaterThan(report.waiting.seconds, 0.27)
        XCTAssertLessThan(report.waiting.processorSeconds, report.waiting.seconds / 10)
    }

    /// If the connection breaks during the download, the completion is called with an error. The
    /// test fails immediately and needs no timeout.
    func testServerThatDiesFailsTheTestWithoutTheTimeout() {
        let report = DownloadTests(of: client).runSemaphoreTest(server.addresses.cutPhoto("coffee.png"), patience: patience)
        XCTAssertEqual(report.failures.count, 1)
        XCTAssertTrue(report.failures.first?.hasPrefix("the download failed:") ?? false, "\(report.failures)")
    }

    /// XCTest's own semaphore is the expectation. It always has a timeout, and the run loop
    /// continues meanwhile.
    func testExpectationIsFulfilledByTheCompletion() {
        let arrives = expectation(description: "the photo arrives")
        client.download(slowPhoto) { result in
            if case .failure(let error) = result { XCTFail("\(error)") }
            arrives.fulfill()
        }
        wait(for: [arrives], timeout: patience)
    }

    /// In an asynchronous test method the wait for an expectation is an `await`: no thread is
    /// blocked.
    func testAwaitingAnExpectation() async {
        let arrives = expectation(description: "the photo arrives")
        client.download(slowPhoto) { _ in arrives.fulfill() }
        await fulfillment(of: [arrives], timeout: patience)
    }

    /// A test can also expect that an event does not happen, within a given time.
    func testExpectationThatTheServerDoesNotAnswer() {
        let answers = expectation(description: "an answer")
        answers.isInverted = true
        let request = client.download(server.addresses.silence) { _ in answers.fulfill() }
        wait(for: [answers], timeout: 0.3)
        request.cancel()
    }

    /// An asynchronous test method just awaits.
    func testAwaitingThePhoto() async throws {
        let photo = try await client.photo(slowPhoto)
        XCTAssertFalse(photo.isEmpty)
    }
}
