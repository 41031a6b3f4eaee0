extension Machine {
    /// The instructions of streams and continuations. The state already has the next instruction.
    func executeStream(_ instruction: Instruction, _ old: State, _ body: Int) -> [State] {
        var state = old
        switch instruction {
        case .send(let index, let value): send(&state.streams[index], Int8(value), limit: limits[index])
        case .finish(let index):
            state.streams[index].isFinished = true
            if state.streams[index].isAwaited { deliver(&state.streams[index], -1) }
        case .askForElement(let index):
            state.streams[index].isAwaited = true
            if let first = state.streams[index].buffer.first {
                state.streams[index].buffer.removeFirst()
                deliver(&state.streams[index], first)
            } else if state.streams[index].isFinished {
                deliver(&state.streams[index], -1)
            }
        case .receive(let index):
            guard let element = state.streams[index].delivered else { return [] }
            state.streams[index].delivered = nil
            state.notes[body].append(element)
        case .askAtGate(let index): state.gates[index] = 1
        case .passGate(let index): if state.gates[index] != 2 { return [] }
        case .openGate(let index):
            state.notes[body].append(state.gates[index] == 1 ? 1 : 0)
            if state.gates[index] == 1 { state.gates[index] = 2 }
        default: fatalError("This instruction has no meaning: \(instruction).")
        }
        return [state]
    }

    private func send(_ stream: inout State.Stream, _ value: Int8, limit: Int?) {
        if stream.isFinished { return }
        if stream.isAwaited { return deliver(&stream, value) }
        switch limit {
        case 1: stream.buffer = [value]
        case -1: if stream.buffer.isEmpty { stream.buffer = [value] }
        default: stream.buffer.append(value)
        }
    }

    private func deliver(_ stream: inout State.Stream, _ value: Int8) {
        stream.isAwaited = false
        stream.delivered = value
    }
}
