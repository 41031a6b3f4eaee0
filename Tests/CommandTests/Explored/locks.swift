import Dispatch
import Foundation

func scenario() {
    let first = NSLock(), second = NSLock()
    let group = DispatchGroup()
    DispatchQueue.global().async(group: group) {
        first.lock()
        second.lock()
        second.unlock()
        first.unlock()
    }
    DispatchQueue.global().async(group: group) {
        second.lock()
        first.lock()
        first.unlock()
        second.unlock()
    }
    group.wait()
}
