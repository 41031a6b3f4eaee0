extension Channel {
    func leave(_ name: Int) -> CheckedContinuation<Int?, Never>? {
        state.withLock { state in
            guard case .awaited(var receivers) = state else {
                state = .cancelled
                return nil
            }
            let receiver = receivers.removeValue(forKey: name)
            state = receivers.isEmpty ? .idle : .awaited(receivers)
            return receiver
        }
    }
}
