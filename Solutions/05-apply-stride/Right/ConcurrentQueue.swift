// One block for each stride on a concurrent queue. The caller waits for an empty barrier block at
// the end.
import Dispatch

func forEachIndex(below count: Int, _ body: (Int) -> Void) {
    let length = max(1, (count + 31) / 32)
    withoutActuallyEscaping(body) { body in
        // No block calls it after the barrier has run.
        nonisolated(unsafe) let body = body
        let queue = DispatchQueue(label: "strides", attributes: .concurrent)
        for start in stride(from: 0, to: count, by: length) {
            queue.async {
                for index in start..<min(start + length, count) { body(index) }
            }
        }
        queue.sync(flags: .barrier) {}
    }
}
