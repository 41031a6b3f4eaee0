// deadlock: 10, 13
// Says: came between
// Advises: Make the two steps

import Foundation
import Synchronization
final class Door: Sendable {
    private let waiting = Mutex<[Operation]>([])
    func arrive(_ guest: Operation) {
        waiting.withLock { $0.append(guest) }
    }
    func giveWay(_ guest: Operation) {
        if let other = waiting.withLock({ $0.first { $0 !== guest } }) {
            guest.addDependency(other)
        }
    }
}
func scenario() {
    let door = Door(), house = OperationQueue(), both = DispatchGroup()
    for name in ["Ada", "Ben"] {
        DispatchQueue.global().async(group: both) {
            let guest = BlockOperation {}
            guest.name = name
            door.arrive(guest)
            door.giveWay(guest)
            house.addOperation(guest)
        }
    }
    both.wait()
    house.waitUntilAllOperationsAreFinished()
}
