import Dispatch

func scenario() {
    let group = DispatchGroup()
    for _ in 0..<2 {
        group.enter()
    }
    DispatchQueue.global().async { group.leave() }
    group.wait()
}
