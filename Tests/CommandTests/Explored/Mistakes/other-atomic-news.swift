import Foundation
import Synchronization

let answer = Atomic<Int>(0)

func scenario() -> Int {
    answer.store(1, ordering: .relaxed)
    Thread { answer.store(42, ordering: .relaxed) }.start()
    return answer.load(ordering: .relaxed)
}
func allowed(_ answer: Int) -> Bool { answer == 1 }
