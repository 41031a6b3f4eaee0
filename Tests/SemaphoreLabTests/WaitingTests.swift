import Foundation
import PhotoServer
import SemaphoreScenario
import TestSupport
import Testing

/// Ways to wait for an answer in Swift Testing: the two ways of the lab, on their own threads, and
/// the ways of a task.
///
/// No test here sleeps for an answer, and every wait ends: the client cancels a request that has no
/// answer. (Its time is long, because the machine can be slow. The trait `.timeLimit` counts whole minutes, including time in which other tests use
/// the threads. It does not stop a test that is blocked.)
@Suite struct WaitingTests {
    private let server: PhotoServer
    private let client = PhotoClient(timeout: Duration.patience / .seconds(1))

    init() throws { server = try PhotoServer.start() }

    private var slowPhoto: URL { server.addresses.photo("coffee.png", after: .milliseconds(200)) }

    @Test("A test that spins passes, and uses a processor while it waits")
    func spinning() async {
        let report = await onAThreadOfItsOwn { [client, slowPhoto] in DownloadTests(of: client).runSpinningTest(slowPhoto) }
        #expect(report.failures.isEmpty && report.bytes > 0)
        #expect(report.looks > 1000)
        #expect(report.waiting.processorSeconds > 0.001)
    }

    @Test("A test that waits at a semaphore passes too, and its thread is blocked meanwhile")
    func semaphore() async {
        let report = await onAThreadOfItsOwn { [client, slowPhoto] in
            DownloadTests(of: client).runSemaphoreTest(slowPhoto, patience: Duration.patience / .seconds(1))
        }
        #expect(report.failures.isEmpty && report.bytes > 0)
        #expect(report.waiting.processorSeconds < report.waiting.seconds / 10)
    }

    @Test("When the server never answers, the timeout fails the test: the failure is known, and without it this test would fail")
    func neverAnswers() async {
        let report = await onAThreadOfItsOwn { [client, server] in
            DownloadTests(of: client).runSemaphoreTest(server.addresses.silence, patience: 0.3)
        }
        withKnownIssue("the server never answers") {
            for failure in report.failures { Issue.record("\(failure)") }
        } matching: {
            $0.comments == ["no answer from /silent within 0.3 seconds"]
        }
        #expect(report.waiting.seconds > 0.27)
        #expect(report.waiting.processorSeconds < report.waiting.seconds / 10)
    }

    @Test("An asynchronous test awaits the photo")
    func awaiting() async throws {
        let photo = try await client.photo(slowPhoto)
        #expect(!photo.isEmpty)
    }

    @Test("An answer that is not a photo throws an error", arguments: [404, 500])
    func awaitingAFailure(_ status: Int) async {
        await #expect(throws: URLError.self) { try await client.photo(server.addresses.failure(status)) }
    }

    @Test("The completion is called exactly once, with a photo and with an error alike")
    func confirming() async {
        for address in [slowPhoto, server.addresses.failure(500)] {
            // A confirmation counts, but does not wait: the event must have happened when its
            // closure returns.
            await confirmation("the completion is called") { called in
                await withCheckedContinuation { continuation in
                    client.download(address) { _ in
                        called()
                        continuation.resume()
                    }
                }
            }
        }
    }

    @Test("A task that is cancelled stops waiting, even for a server that never answers")
    func cancelling() async {
        let task = Task { try await client.photo(server.addresses.silence) }
        task.cancel()
        await #expect(throws: (any Error).self) { try await task.value }
    }

    @Test("A client with its own timeout needs no other timeout when the server never answers")
    func clientTimeout() async {
        let impatient = PhotoClient(timeout: 1)
        await #expect(throws: URLError.self) { try await impatient.photo(server.addresses.silence) }
    }

    /// Runs blocking code on its own thread, and awaits it.
    ///
    /// A test of Swift Testing is a task, and tasks share as many threads as there are processors.
    /// A blocked test uses a thread that other tests need. If all threads are blocked, no task can
    /// continue.
    private func onAThreadOfItsOwn<Result: Sendable>(_ body: @escaping @Sendable () -> Result) async -> Result {
        await withCheckedContinuation { continuation in
            Thread.detachNewThread { continuation.resume(returning: body()) }
        }
    }
}
