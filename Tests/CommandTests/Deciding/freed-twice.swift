// crash: 5, 7, 10
// Says: has freed it in `free(memory)`
import Foundation
func scenario() {
    nonisolated(unsafe) let memory = malloc(64)!, group = DispatchGroup()
    DispatchQueue.global().async(group: group) {
        free(memory)
    }
    DispatchQueue.global().async(group: group) {
        free(memory)
    }
    group.wait()
}
