// leak: 11, 7
// Says: came before
// Advises: resume the continuation
func scenario() async {
    let owner = Task {
        await withCheckedContinuation { (continuation: CheckedContinuation<Void, Never>) in
            if Task.isCancelled { return }
            continuation.resume()
        }
    }
    owner.cancel()
    await owner.value
}
