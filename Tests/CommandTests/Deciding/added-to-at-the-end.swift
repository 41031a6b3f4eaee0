// assertion: 9, 10
// Says: changes Box.storage in `self["a"] += 1`
import Dispatch

final class Box: @unchecked Sendable {
    private let queue = DispatchQueue(label: "q")
    private var storage: [String: Int] = [:]
    subscript(key: String) -> Int {
        get { queue.sync { storage[key] ?? 0 } }
        set { queue.sync { storage[key] = newValue } }
    }
    func bump() {
        for _ in 0..<1 {
            self["a"] += 1
        }
    }
}

func scenario() -> Int {
    let box = Box()
    let group = DispatchGroup()
    DispatchQueue.global().async(group: group) {
        box["a"] += 1
    }
    box.bump()
    group.wait()
    return box["a"]
}
func allowed(_ n: Int) -> Bool { n == 2 }
