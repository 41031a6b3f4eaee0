import Dispatch

func scenario() {
    let saved = DispatchSemaphore(value: 0)
    DispatchQueue.global().async {
        DispatchQueue.main.async {
            saved.signal()
        }
    }
    saved.wait()
}
