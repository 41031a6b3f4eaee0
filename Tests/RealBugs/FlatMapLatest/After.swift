extension Demand {
    func request() {
        let producer = state.withLock { state in
            state.isWanted = true
            defer { state.producer = nil }
            return state.producer
        }
        producer?.resume()
    }
}
