import Foundation
import TestSupport
import Testing
@testable import PhotoServer
@testable import PhotosScenario

/// The client of the photo table, against a server that fails in every way.
@Suite(.startsProcesses) struct DownloadTests {
    private let server: PhotoServer
    private let service = PhotoService(patience: Duration.patience / .seconds(1))

    init() throws { server = try PhotoServer.start() }

    private func failure(_ path: String, patience: Double? = nil) -> PhotoFailure? {
        let service = patience.map { PhotoService(patience: $0) } ?? service
        guard let address = URL(string: "http://127.0.0.1:\(server.addresses.port)\(path)") else { return nil }
        guard case .failure(let failure) = service.picture(in: service.download(address).contents()) else { return nil }
        return failure
    }

    @Test("A photo arrives whole, and its filtration makes it brown")
    func photo() throws {
        let file = service.download(server.addresses.photo("rocket.png")).contents()
        let picture = try service.picture(in: file).get()
        #expect(picture.width == 320 && picture.height == 214 && picture.pixels.count == 320 * 214 * 3)
        let sepia = try #require(picture.sepia(intensity: 0.8) { false })
        let sums = (0..<3).map { color in stride(from: color, to: sepia.pixels.count, by: 3).reduce(0) { $0 + Int(sepia.pixels[$1]) } }
        #expect(sums[0] > sums[1] && sums[1] > sums[2])
        #expect(service.fetched.load(ordering: .relaxed) == 1)
    }

    @Test("Each fault ends in a row's message, never in a crash or an endless wait")
    func faults() {
        #expect(failure("/photos/cofee.png") == .refused(status: 404))
        #expect(failure("/failing/500") == .refused(status: 500))
        #expect(failure("/cut/rocket.png") == .connectionLost)
        #expect(failure("/wrong-length/rocket.png") == .connectionLost)
        #expect(failure("/silent", patience: 1) == .noAnswerInTime)
        // (Foundation stops its whole process if a request's time is over during a redirection. This service has much time.)
        #expect(failure("/redirect") == .tooManyRedirections)
        #expect(failure("/huge") == .tooLarge)
        #expect(failure("/absurd") == .tooManyPixels(width: 30_000, height: 30_000))
        for path in ["/garbage", "/truncated/rocket.png"] {
            guard case .damaged = failure(path) else {
                Issue.record("\(path): \(String(describing: failure(path)))")
                continue
            }
        }
    }

    @Test("A server that dies ends the downloads that run, and later ones fail immediately")
    func death() async throws {
        let silence = service.download(server.addresses.silence)
        async let running = silence.file()
        _ = service.download(server.addresses.list).contents()
        server.stop()
        let answer = await running
        #expect(throws: PhotoFailure.self) { try answer.get() }
        #expect(failure("/photos/rocket.png") == .connectionLost)
    }

    @Test("A download can be cancelled before it begins, while it waits, and after it has ended")
    func cancel() async throws {
        let before = service.download(server.addresses.silence)
        before.cancel()
        #expect(throws: PhotoFailure.cancelled) { try before.contents().get() }

        let waiting = service.download(server.addresses.silence)
        async let answer = waiting.file()
        // The other request proves that the server takes requests.
        _ = service.download(server.addresses.list).contents()
        waiting.cancel()
        let result = await answer
        #expect(throws: PhotoFailure.cancelled) { try result.get() }

        let after = service.download(server.addresses.photo("rocket.png"))
        let photo = after.contents()
        after.cancel()
        #expect(throws: Never.self) { try photo.get() }
    }

    @Test("A download of a closed service fails with `cancelled`; one that was made before is finished")
    func closed() async throws {
        let service = PhotoService(patience: Duration.patience / .seconds(1)), address = server.addresses.photo("rocket.png")
        let before = service.download(address)
        service.close()
        #expect(throws: Never.self) { try before.contents().get() }
        #expect(throws: PhotoFailure.cancelled) { try service.download(address).contents().get() }
        let file = await service.download(address).file()
        #expect(throws: PhotoFailure.cancelled) { try file.get() }
        service.close()
    }

    @Test("An operation that waits for a server that never answers ends with cancel()")
    func cancelledOperation() {
        let record = PhotoRecord(name: "silence", address: server.addresses.silence)
        let queue = OperationQueue()
        let downloader = ImageDownloader(record, row: 0, service: service)
        queue.addOperation(downloader)
        while !downloader.isExecuting { sched_yield() }
        downloader.cancel()
        // Without cancel(), it would last as long as the patience of the service.
        let began = ContinuousClock.now
        queue.waitUntilAllOperationsAreFinished()
        #expect(downloader.isFinished && downloader.result == nil)
        #expect(began.duration(to: .now) < .patience)
    }

    @Test("A filtration that is cancelled stops at the next row of pixels")
    func cancelledFiltration() throws {
        let picture = try Picture(file: service.download(server.addresses.photo("coffee.png")).contents().get())
        var looks = 0
        let sepia = picture.sepia(intensity: 0.8) {
            looks += 1
            return looks > 3
        }
        #expect(sepia == nil && looks == 4)
    }

    @Test("The table has the wanted number of rows; every seventh address is misspelled, every fifth has the fault")
    func table() throws {
        let list = service.download(server.addresses.table(rows: 14, delay: .milliseconds(10), fault: "cut")).contents()
        let records = try PhotoDetails.records(in: list, from: server.addresses.list).get()
        #expect(records.count == 14)
        #expect(records.allSatisfy { $0.address.absoluteString.contains("?delay=10") })
        #expect([1, 6, 11].allSatisfy { records[$0].address.path.hasPrefix("/cut/") })
        for row in [3, 10] {
            let answer = service.download(records[row].address).contents()
            #expect(throws: PhotoFailure.self) { try service.picture(in: answer).get() }
        }
    }
}
