// leak: 11, 7
// Says: came before
actor Door {
    private var visitors: [CheckedContinuation<Void, Never>] = []
    func enter() async {
        await withCheckedContinuation { continuation in
            visitors.append(continuation)
        }
    }
    func open() {
        for visitor in visitors { visitor.resume() }
        visitors = []
    }
}

func scenario() async {
    let door = Door()
    async let visitor: Void = door.enter()
    await door.open()
    await visitor
}
