import Foundation

/// An operation that is cancelled before it begins does nothing; one that runs looks for itself.
final class Import: Operation {
    private(set) var imported = 0

    override func main() {
        for _ in 0..<2 {
            if isCancelled { return }
            imported += 1
        }
    }
}

func scenario() -> Bool {
    let queue = OperationQueue()
    let work = Import()
    queue.addOperation(work)
    work.cancel()
    queue.waitUntilAllOperationsAreFinished()
    return work.isFinished && work.imported <= 2
}

func allowed(_ isRight: Bool) -> Bool { isRight }
