// deadlock: 11, 10
// Says: never ran
// Advises: `notify(queue:execute:)`
import Dispatch

func scenario() {
    let group = DispatchGroup()
    group.enter()
    let save = DispatchWorkItem { group.leave() }
    DispatchQueue.global().async(execute: save)
    save.cancel()
    group.wait()
}
