import Foundation

/// Semaphores and once tokens of POSIX, given to their functions by `&`: these functions may be called by several threads.
final class Guarded: @unchecked Sendable {
    private var gate = sem_t()
    private var once = pthread_once_t()
    private(set) var entries = 0

    init() { sem_init(&gate, 0, 1) }

    func enter() {
        pthread_once(&once) {}
        sem_wait(&gate)
        entries += 1
        sem_post(&gate)
    }
}

nonisolated(unsafe) var gate = sem_t()
let gateIsMade = { sem_init(&gate, 0, 1) }()
nonisolated(unsafe) var once = pthread_once_t()

func scenario() -> Int {
    let guarded = Guarded(), group = DispatchGroup()
    nonisolated(unsafe) var entries = 0
    for _ in 0..<2 {
        DispatchQueue.global().async(group: group) {
            _ = gateIsMade
            pthread_once(&once) {}
            sem_wait(&gate)
            entries += 1
            sem_post(&gate)
            guarded.enter()
        }
    }
    group.wait()
    return entries + guarded.entries
}
func allowed(_ entries: Int) -> Bool { entries == 4 }
