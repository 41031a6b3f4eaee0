import Dispatch
import Foundation

// RxSwift, pull request 2641: a Single that is awaited resumes its continuation twice.

/// The end of a subscription: the value comes, or the subscription is disposed of.
final class Completion: @unchecked Sendable {
    let lock = NSLock()
    var didResume = false
    let continuation: CheckedContinuation<Int?, Never>

    init(_ continuation: CheckedContinuation<Int?, Never>) { self.continuation = continuation }
}

func scenario() async -> Int? {
    await withCheckedContinuation { continuation in
        let completion = Completion(continuation)
        DispatchQueue.global().async { completion.succeed(7) }
        DispatchQueue.global().async { completion.dispose() }
    }
}

func allowed(_ value: Int?) -> Bool { value == nil || value == 7 }
