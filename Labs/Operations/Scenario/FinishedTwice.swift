import Foundation
import Synchronization

/// The bug: it has a `main`, and still announces that it has finished.
///
/// `start`, which `Operation` brings with it, announces the end when `main` returns. So the end is
/// announced twice, and on Linux the completion block runs twice.
final class FinishedTwice: Operation, @unchecked Sendable {  // `state` is protected by its lock.
    private enum State { case waiting, executing, finished }
    private let state = Mutex(State.waiting)
    private let console: Console

    init(_ name: String, _ console: Console) {
        self.console = console
        super.init()
        self.name = name
    }

    override var isExecuting: Bool { state.withLock { $0 == .executing } }
    override var isFinished: Bool { state.withLock { $0 == .finished } }

    override func main() {
        console.printThreads(from: "count")
        calculate(100)
        willChangeValue(forKey: "isFinished")
        willChangeValue(forKey: "isExecuting")
        state.withLock { $0 = .finished }
        didChangeValue(forKey: "isFinished")
        didChangeValue(forKey: "isExecuting")
    }
}

/// Adds such an operation to a queue. Its completion block counts its runs.
public func finishTwice(completions: Completions = Completions()) -> Observations {
    let console = Console()
    let operationQueue = OperationQueue()
    operationQueue.name = "operationQueue"
    let operation = FinishedTwice("count", console)
    operation.completionBlock = {
        console.print("shows the result", from: "completion block")
        completions.add()
    }
    operationQueue.addOperation(operation)

    operationQueue.waitUntilAllOperationsAreFinished()
    completions.wait(for: 2)
    return Observations(console, completions: completions.count)
}
