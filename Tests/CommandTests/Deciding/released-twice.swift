// crash: 10, 13
// Says: has released the last reference to it
import Foundation

final class Node { var value = 1 }

func scenario() {
    let shared = Unmanaged.passRetained(Node()), group = DispatchGroup()
    DispatchQueue.global().async(group: group) {
        shared.release()
    }
    DispatchQueue.global().async(group: group) {
        shared.release()
    }
    group.wait()
}
