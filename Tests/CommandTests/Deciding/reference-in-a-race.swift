// crash: 13, 16
// Says: has released the last reference to it
import Foundation

final class Box { var number = 1 }

final class Holder: @unchecked Sendable { var box = Box() }

func scenario() -> Int {
    let holder = Holder(), group = DispatchGroup()
    nonisolated(unsafe) var seen = 0
    DispatchQueue.global().async(group: group) {
        seen = holder.box.number
    }
    DispatchQueue.global().async(group: group) {
        holder.box = Box()
    }
    group.wait()
    return seen
}
