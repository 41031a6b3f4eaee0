// deadlock: 15, 14
// Says: never ran
// Advises: `completionBlock`
import Foundation

final class Export: Operation, @unchecked Sendable {
    let done: DispatchSemaphore
    init(_ done: DispatchSemaphore) { self.done = done }
    override func main() { done.signal() }
}

func scenario() {
    let queue = OperationQueue(), done = DispatchSemaphore(value: 0), export = Export(done)
    queue.addOperation(export)
    export.cancel()
    done.wait()
}
