import Dispatch

func scenario() {
    let queue = DispatchQueue(label: "photos", attributes: .concurrent)
    let group = DispatchGroup()
    for _ in 0..<2 {
        queue.async(group: group) {
            queue.async(group: group) {}
        }
    }
    group.wait()
}
