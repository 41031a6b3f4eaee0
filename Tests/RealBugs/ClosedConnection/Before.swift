extension Connection {
    func start() -> Bool {
        precondition(state == .idle, "A request needs an idle connection.")
        state = .inRequest
        return true
    }
}
