// assertion: 12, 13, 17
// Says: came only after task 2 had looked
// Advises: Check again next to the change
import Synchronization

func scenario() async -> [String] {
    let sent = Mutex<[String]>([])
    let parent = Task {
        await withTaskGroup(of: Void.self) { group in
            // The child looks only once.
            group.addTask {
                guard !Task.isCancelled else { return }
                sent.withLock { $0.append("mail") }
            }
        }
    }
    parent.cancel()
    await parent.value
    return sent.withLock { $0 }
}
func allowed(_ sent: [String]) -> Bool { sent.isEmpty }
