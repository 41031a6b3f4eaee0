import Foundation
import PhotoServer
import SemaphoreScenario
import Testing

/// How to wait for an answer in Swift Testing: the two ways of the lab, on threads of their own, and the ways that a task has.
///
/// Nothing here sleeps for an answer, and every wait has an end: the client gives a request up after eight seconds. (The trait `.timeLimit` counts
/// whole minutes, and also those in which other tests hold the threads; it does not stop one that blocks.)
@Suite struct WaitingTests {
    private let server: PhotoServer
    private let client = PhotoClient()

    init() throws { server = try PhotoServer.start() }

    private var slowPhoto: URL { server.addresses.photo("coffee.png", after: .milliseconds(200)) }

    @Test("A test that asks in a loop passes, and burns the processor for as long as it waits")
    func spinning() async {
        let report = await onAThreadOfItsOwn { [client, slowPhoto] in DownloadTests(of: client).runSpinningTest(slowPhoto) }
        #expect(report.failures.isEmpty && report.bytes > 0)
        #expect(report.looks > 1000)
        #expect(report.waiting.processorSeconds > 0.005)
    }

    @Test("A test that waits at a semaphore passes as well, and its thread does nothing meanwhile")
    func semaphore() async {
        let report = await onAThreadOfItsOwn { [client, slowPhoto] in
            DownloadTests(of: client).runSemaphoreTest(slowPhoto, patience: 5)
        }
        #expect(report.failures.isEmpty && report.bytes > 0)
        #expect(report.waiting.processorSeconds < 0.005)
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
        #expect(report.waiting.processorSeconds < 0.005)
    }

    @Test("An asynchronous test awaits the photo")
    func awaiting() async throws {
        let photo = try await client.photo(slowPhoto)
        #expect(!photo.isEmpty)
    }

    @Test("An answer that is no photo throws out of the await", arguments: [404, 500])
    func awaitingAFailure(_ status: Int) async {
        await #expect(throws: URLError.self) { try await client.photo(server.addresses.failure(status)) }
    }

    @Test("The completion is called exactly once, with a photo and with an error alike")
    func confirming() async {
        for address in [slowPhoto, server.addresses.failure(500)] {
            // A confirmation counts, but does not wait: what is to be confirmed must have happened when its closure returns.
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

    @Test("A client with a timeout of its own needs nobody else's when the server never answers")
    func clientTimeout() async {
        let impatient = PhotoClient(timeout: 1)
        await #expect(throws: URLError.self) { try await impatient.photo(server.addresses.silence) }
    }

    /// Runs what blocks on a thread of its own, and awaits it.
    ///
    /// A test of Swift Testing is a task, and tasks share as many threads as there are processors. One that blocks takes its thread away from all
    /// tests that run beside it; when all threads are blocked, nothing that is awaited happens any more.
    private func onAThreadOfItsOwn<Result: Sendable>(_ body: @escaping @Sendable () -> Result) async -> Result {
        await withCheckedContinuation { continuation in
            Thread.detachNewThread { continuation.resume(returning: body()) }
        }
    }
}
