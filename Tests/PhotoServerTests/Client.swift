import Foundation
import FoundationNetworking

/// Asks for one thing at a time; no cache, no retries.
struct Client {
    struct Answer: Sendable {
        var status: Int
        var body: Data
    }

    /// A request that is under way.
    struct Asked {
        fileprivate let answers: AsyncThrowingStream<Answer, any Error>

        func answer() async throws -> Answer {
            for try await answer in answers { return answer }
            throw CancellationError()
        }
    }

    private let session: URLSession

    init(timeout: Double = Duration.patience / .seconds(1)) {
        let configuration = URLSessionConfiguration.ephemeral
        configuration.urlCache = nil
        configuration.timeoutIntervalForRequest = timeout
        session = URLSession(configuration: configuration)
    }

    func start(_ url: URL) -> Asked {
        let (answers, continuation) = AsyncThrowingStream.makeStream(of: Answer.self)
        session.dataTask(with: url) { body, response, error in
            if let body, let response = response as? HTTPURLResponse, error == nil {
                continuation.yield(Answer(status: response.statusCode, body: body))
                continuation.finish()
            } else {
                continuation.finish(throwing: error ?? URLError(.badServerResponse))
            }
        }.resume()
        return Asked(answers: answers)
    }

    @discardableResult
    func get(_ url: URL) async throws -> Answer { try await start(url).answer() }
}
