extension Demand {
    /// The continuation stays in the state after it was resumed.
    func request() {
        let producer = state.withLock { state in
            state.isWanted = true
            return state.producer
        }
        producer?.resume()
    }
}
