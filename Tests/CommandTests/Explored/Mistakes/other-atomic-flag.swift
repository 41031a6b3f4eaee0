import Dispatch
import Synchronization

let isTaken = Atomic<Bool>(false)
let winners = Atomic<Int>(0)

func scenario() -> Int {
    let group = DispatchGroup()
    for _ in 0..<2 {
        DispatchQueue.global().async(group: group) {
            let seen = isTaken.load(ordering: .relaxed)
            if !seen {
                isTaken.store(true, ordering: .relaxed)
                winners.add(1, ordering: .relaxed)
            }
        }
    }
    group.wait()
    return winners.load(ordering: .relaxed)
}
func allowed(_ winners: Int) -> Bool { winners == 1 }
