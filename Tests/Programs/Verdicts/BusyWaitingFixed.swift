import Dispatch

func scenario() {
    let isReady = DispatchSemaphore(value: 0)
    DispatchQueue.global().async {
        isReady.signal()
    }
    isReady.wait()
}
