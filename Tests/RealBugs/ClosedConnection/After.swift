extension Connection {
    func start() -> Bool {
        switch state {
        case .closed: return false
        case .inRequest: preconditionFailure("A request needs an idle connection.")
        case .idle:
            state = .inRequest
            return true
        }
    }
}
