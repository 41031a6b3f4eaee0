extension Completion {
    func succeed(_ value: Int) {
        didResume = true
        continuation.resume(returning: value)
    }

    func dispose() {
        guard !didResume else { return }
        continuation.resume(returning: nil)
    }
}
