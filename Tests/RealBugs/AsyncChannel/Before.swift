extension Channel {
    /// The state says that a receiver waits, and there is none.
    func leave(_ name: Int) -> CheckedContinuation<Int?, Never>? {
        state.withLock { state in
            guard case .awaited(var receivers) = state else {
                state = .cancelled
                return nil
            }
            let receiver = receivers.removeValue(forKey: name)
            state = .awaited(receivers)
            return receiver
        }
    }
}
