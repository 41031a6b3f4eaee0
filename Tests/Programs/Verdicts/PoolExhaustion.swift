import Dispatch

func scenario() {
    let queue = DispatchQueue(label: "photos", attributes: .concurrent)
    let group = DispatchGroup()
    for _ in 0..<2 {
        queue.async(group: group) {
            let answer = DispatchSemaphore(value: 0)
            queue.async { answer.signal() }
            answer.wait()
        }
    }
    group.wait()
}
