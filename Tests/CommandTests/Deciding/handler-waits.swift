// deadlock: 13
// Says: the runtime's lock of its own task
import Dispatch
import Glibc
func scenario() async {
    let inside = DispatchSemaphore(value: 0), after = DispatchSemaphore(value: 0)
    let task = Task {
        await withTaskCancellationHandler {
            inside.signal()
            await Task.yield()
            after.signal()
        } onCancel: {
            after.wait()
        }
    }
    block(inside)
    task.cancel()
    await task.value
}
func block(_ semaphore: DispatchSemaphore) { semaphore.wait() }
