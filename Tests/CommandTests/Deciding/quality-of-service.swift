// assertion: 11, 14
// Says: A quality of service or a priority orders nothing
// Advises: one serial queue
import Foundation
import Synchronization

func scenario() -> String {
    let text = Mutex(""), group = DispatchGroup()
    let slow = DispatchQueue(label: "slow", qos: .background), fast = DispatchQueue(label: "fast", qos: .userInteractive)
    slow.async(group: group) {
        text.withLock { $0 += "slow" }
    }
    fast.async(group: group) {
        text.withLock { $0 += "fast " }
    }
    group.wait()
    return text.withLock { $0 }
}
func allowed(_ text: String) -> Bool { text == "fast slow" }
