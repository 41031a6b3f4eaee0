// livelock: 11, 12, 20, 21
// Says: The last round was, in this order
// Advises: Let one of them go first
import Foundation

func scenario() {
    let fork = NSLock(), knife = NSLock(), meal = DispatchGroup()
    DispatchQueue.global().async(group: meal) {
        var hasEaten = false
        while !hasEaten {
            fork.lock()
            hasEaten = knife.try()
            fork.unlock()
        }
        knife.unlock()
    }
    DispatchQueue.global().async(group: meal) {
        var hasEaten = false
        while !hasEaten {
            knife.lock()
            hasEaten = fork.try()
            knife.unlock()
        }
        fork.unlock()
    }
    meal.wait()
}
