// crash: 13, 15
// Says: has released the last reference to it
import Foundation

final class Owner: @unchecked Sendable {
    func greet() -> Int { 5 }
}

func scenario() -> Int {
    var owner: Owner? = Owner()
    let group = DispatchGroup()
    nonisolated(unsafe) var seen = 0
    DispatchQueue.global().async(group: group) { [unowned(unsafe) owner = owner!] in seen = owner.greet() }
    // The view is closed.
    owner = nil
    group.wait()
    return seen
}
