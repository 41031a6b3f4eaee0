import Dispatch
import Synchronization

let balance = Atomic<Int>(1)

func scenario() -> Int {
    let group = DispatchGroup()
    DispatchQueue.global().async(group: group) {
        let old = balance.load(ordering: .relaxed)
        balance.store(old * 2, ordering: .relaxed)
    }
    DispatchQueue.global().async(group: group) {
        let old = balance.load(ordering: .relaxed)
        balance.store(old + 10, ordering: .relaxed)
    }
    group.wait()
    return balance.load(ordering: .relaxed)
}
func allowed(_ balance: Int) -> Bool { balance == 12 || balance == 22 }
