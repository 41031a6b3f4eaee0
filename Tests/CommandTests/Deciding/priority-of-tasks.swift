// assertion: 9, 12
// Says: A quality of service or a priority orders nothing
// Advises: one serial queue
import Synchronization

func scenario() async -> [Int] {
    let log = Mutex<[Int]>([])
    let low = Task(priority: .background) {
        log.withLock { $0.append(1) }
    }
    let high = Task(priority: .high) {
        log.withLock { $0.append(2) }
    }
    await low.value
    await high.value
    return log.withLock { $0 }
}
func allowed(_ log: [Int]) -> Bool { log == [2, 1] }
