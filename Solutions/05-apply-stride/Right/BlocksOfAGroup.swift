// One block for each stride on a global queue, and a group to wait for all of them.
import Foundation

func forEachIndex(below count: Int, _ body: (Int) -> Void) {
    let strides = ProcessInfo.processInfo.activeProcessorCount * 4
    let length = max(1, (count + strides - 1) / strides)
    withoutActuallyEscaping(body) { body in
        // No block calls it after the group is empty.
        nonisolated(unsafe) let body = body
        let group = DispatchGroup()
        for start in stride(from: 0, to: count, by: length) {
            DispatchQueue.global().async(group: group) {
                for index in start..<min(start + length, count) { body(index) }
            }
        }
        group.wait()
    }
}
