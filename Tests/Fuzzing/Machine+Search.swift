extension Machine {
    /// The outcome of a program that waits for ever.
    static let hang = "(hangs)"
    /// The outcome of a program that ends with a trap.
    static let crash = "(crashes)"

    /// All outcomes: visits each state that any order of steps leads to, each of them one time.
    ///
    /// - Returns: nil if there are more states than `limit`.
    func outcomes(limit: Int) -> Set<String>? {
        var known: Set<State> = [initial], left = [initial], outcomes: Set<String> = []
        while let state = left.popLast() {
            if state.status[0] == .done {
                outcomes.insert(outcome(of: state))
                continue
            }
            var canContinue = false
            for body in code.indices {
                for next in successors(of: state, body: body) {
                    canContinue = true
                    if known.insert(next).inserted { left.append(next) }
                }
            }
            if !canContinue { outcomes.insert(Self.hang) }
            if known.count > limit { return nil }
        }
        return outcomes
    }

    /// The same text that the program itself makes.
    private func outcome(of state: State) -> String {
        let notes = state.notes.map { $0.map(String.init).joined(separator: " ") }.joined(separator: "|")
        return "\(notes) = " + (state.atomics + state.variables).map(String.init).joined(separator: " ")
    }
}
