import Foundation
import Synchronization

extension PhotoService {
    /// Fetches a photo, and blocks this thread until the answer has arrived, as `Data(contentsOf:)` does.
    ///
    /// The caller gets no object that it could cancel.
    func photo(_ address: URL) -> Result<Photo, RequestFailure> {
        let answered = DispatchSemaphore(value: 0)
        let answer = Mutex(Result<Photo, RequestFailure>.failure(.noAnswerInTime))
        request(address).begin { result in
            answer.withLock { $0 = result }
            answered.signal()
        }
        answered.wait()
        return answer.withLock { $0 }
    }
}
