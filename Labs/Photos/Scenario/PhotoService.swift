import Foundation
import FoundationNetworking
import Synchronization

/// Downloads files from a web server. One session serves all downloads.
public final class PhotoService: Sendable {
    /// Photos that have arrived whole.
    public let fetched = Atomic(0)

    /// nil: closed. (Foundation stops the process if a download of an invalidated session is made.)
    private let session: Mutex<URLSession?>
    private let answers = Answers()

    /// - Parameter patience: seconds until a server that sends nothing has failed.
    public init(patience: Double = 2) {
        let configuration = URLSessionConfiguration.ephemeral
        configuration.urlCache = nil
        configuration.timeoutIntervalForRequest = patience
        configuration.httpMaximumConnectionsPerHost = 64
        session = Mutex(URLSession(configuration: configuration, delegate: answers, delegateQueue: nil))
    }

    /// A download, which has not begun. If the service is closed, it fails with `cancelled` when it starts.
    ///
    /// - Parameter limit: a file with more bytes is refused.
    func download(_ address: URL, limit: Int = 4 << 20) -> Download {
        Download(task: session.withLock { $0?.dataTask(with: address) }, limit: limit, answers: answers)
    }

    /// The decoded photo in a downloaded file.
    func picture(in file: Result<Data, PhotoFailure>) -> Result<Picture, PhotoFailure> {
        file.flatMap { file in
            Result { () throws(PhotoFailure) in try Picture(file: file) }
        }.map { picture in
            fetched.add(1, ordering: .relaxed)
            return picture
        }
    }

    /// No more downloads. The session keeps its delegate alive until the last one has ended.
    func close() {
        session.withLock { session in
            session?.finishTasksAndInvalidate()
            session = nil
        }
    }
}

/// A download that can be cancelled at any time, also before it begins.
final class Download: Sendable {
    private let task: URLSessionDataTask?
    private let limit: Int
    private let answers: Answers

    fileprivate init(task: URLSessionDataTask?, limit: Int, answers: Answers) {
        (self.task, self.limit, self.answers) = (task, limit, answers)
    }

    /// Starts the download and returns immediately. `completion` is called once, on another thread.
    func start(completion: @escaping @Sendable (Result<Data, PhotoFailure>) -> Void) {
        guard let task else { return completion(.failure(.cancelled)) }
        if answers.expect(task, limit: limit, completion) { task.resume() }
    }

    /// Ends the download; then it fails with `cancelled`.
    func cancel() { if let task { answers.cancel(task) } }

    /// Starts the download and blocks this thread until the file has arrived, or the download has failed.
    func contents() -> Result<Data, PhotoFailure> {
        let arrived = DispatchSemaphore(value: 0)
        let answer = Mutex(Result<Data, PhotoFailure>.failure(.cancelled))
        start { result in
            answer.withLock { $0 = result }
            arrived.signal()
        }
        arrived.wait()
        return answer.withLock { $0 }
    }

    /// The same for a task: it is suspended until then, and no thread is blocked.
    func file() async -> Result<Data, PhotoFailure> {
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                start { continuation.resume(returning: $0) }
            }
        } onCancel: {
            cancel()
        }
    }
}

/// Collects the answers to all downloads of a session, piece by piece.
private final class Answers: NSObject, URLSessionDataDelegate {
    private struct Answer: Sendable {
        var limit: Int
        var completion: @Sendable (Result<Data, PhotoFailure>) -> Void
        var file = Data()
        var failure: PhotoFailure?
        var redirections = 0
    }

    private struct State: Sendable {
        var answers: [Int: Answer] = [:]
        var cancelled: Set<Int> = []
    }

    private let state = Mutex(State())

    /// False: the download was cancelled before.
    func expect(_ task: URLSessionTask, limit: Int, _ completion: @escaping @Sendable (Result<Data, PhotoFailure>) -> Void) -> Bool {
        let isExpected = state.withLock { state in
            if state.cancelled.remove(task.taskIdentifier) != nil { return false }
            state.answers[task.taskIdentifier] = Answer(limit: limit, completion: completion)
            return true
        }
        if !isExpected { completion(.failure(.cancelled)) }
        return isExpected
    }

    /// The answer is no longer needed.
    ///
    /// Foundation for Linux can crash if a task is cancelled during a redirection, or at the moment when its
    /// answer is complete. So the session ends the task itself, on its own queue, when it hears of it again.
    func cancel(_ task: URLSessionTask) {
        let answer = state.withLock { state in
            let answer = state.answers.removeValue(forKey: task.taskIdentifier)
            if answer == nil, task.state == .suspended { state.cancelled.insert(task.taskIdentifier) }
            return answer
        }
        answer?.completion(.failure(.cancelled))
    }

    /// The first reason counts.
    private func fail(_ task: URLSessionTask, _ failure: PhotoFailure) {
        state.withLock { state in
            if state.answers[task.taskIdentifier]?.failure == nil { state.answers[task.taskIdentifier]?.failure = failure }
        }
    }

    func urlSession(
        _ session: URLSession, dataTask task: URLSessionDataTask, didReceive response: URLResponse,
        completionHandler: @escaping (URLSession.ResponseDisposition) -> Void
    ) {
        let status = (response as? HTTPURLResponse)?.statusCode ?? 0
        let limit = state.withLock { $0.answers[task.taskIdentifier]?.limit }
        if status != 200 { fail(task, .refused(status: status)) }
        if response.expectedContentLength > Int64(limit ?? 0) { fail(task, .tooLarge) }
        if limit == nil || status != 200 || response.expectedContentLength > Int64(limit ?? 0) { task.cancel() }
        completionHandler(.allow)
    }

    func urlSession(_ session: URLSession, dataTask task: URLSessionDataTask, didReceive data: Data) {
        let isNeeded = state.withLock { state in
            guard let answer = state.answers[task.taskIdentifier] else { return false }
            if answer.failure == nil { state.answers[task.taskIdentifier]?.file.append(data) }
            // A server need not say how long its answer is, and need not tell the truth.
            return answer.file.count + data.count <= answer.limit
        }
        if isNeeded { return }
        fail(task, .tooLarge)
        task.cancel()
    }

    func urlSession(
        _ session: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse, newRequest request: URLRequest,
        completionHandler: @escaping (URLRequest?) -> Void
    ) {
        let redirections = state.withLock { state in
            state.answers[task.taskIdentifier]?.redirections += 1
            return state.answers[task.taskIdentifier]?.redirections
        }
        let isLoop = redirections.map { $0 > 5 } ?? true
        if isLoop { fail(task, .tooManyRedirections) }
        completionHandler(isLoop ? nil : request)
    }

    func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
        guard let answer = state.withLock({ $0.answers.removeValue(forKey: task.taskIdentifier) }) else { return }
        answer.completion(answer.failure.map { .failure($0) } ?? Answers.result(answer.file, error as? URLError))
    }

    private static func result(_ file: Data, _ error: URLError?) -> Result<Data, PhotoFailure> {
        switch error?.code {
        case nil: .success(file)
        case .cancelled: .failure(.cancelled)
        case .timedOut: .failure(.noAnswerInTime)
        case .httpTooManyRedirects: .failure(.tooManyRedirections)
        default: .failure(.connectionLost)
        }
    }
}
