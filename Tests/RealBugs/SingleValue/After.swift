extension Completion {
    func succeed(_ value: Int) { finish(value) }
    func dispose() { finish(nil) }

    private func finish(_ value: Int?) {
        lock.withLock {
            guard !didResume else { return }
            didResume = true
            continuation.resume(returning: value)
        }
    }
}
