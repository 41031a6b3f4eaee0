import Dispatch

final class Statistics: @unchecked Sendable {
    var photos = 0
}

func scenario() -> Int {
    let statistics = Statistics()
    DispatchQueue.concurrentPerform(iterations: 2) { _ in
        statistics.photos += 1
    }
    return statistics.photos
}
