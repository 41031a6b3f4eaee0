import Dispatch
func scenario() {
    let gate = DispatchSemaphore(value: 1)
    gate.wait()
    print("in")
    gate.wait()
    gate.signal()
}
