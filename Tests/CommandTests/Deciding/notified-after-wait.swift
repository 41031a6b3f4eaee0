// assertion: 12, 21
// Says: notify block is submitted only then
// Advises: Do in the work item itself

import Dispatch
import Synchronization
final class Job: Sendable {
    let isComplete = Atomic<Bool>(false)
    func run() -> DispatchWorkItem {
        let item = DispatchWorkItem { print("work") }
        item.notify(queue: .global()) {
            self.isComplete.store(true, ordering: .releasing)
        }
        DispatchQueue.global().async(execute: item)
        return item
    }
}
func scenario() -> Bool {
    let job = Job(), item = job.run()
    item.wait()
    return job.isComplete.load(ordering: .acquiring)
}
func allowed(_ complete: Bool) -> Bool { complete }
