// assertion: 13, 8
// Says: (`.bufferingNewest(1)`)
// Advises: use `.unbounded`
func scenario() async -> [String] {
    let (moves, sender) = AsyncStream<String>.makeStream(bufferingPolicy: .bufferingNewest(1))
    let board = Task {
        var shown: [String] = []
        for await move in moves { shown.append(move) }
        return shown
    }
    Task {
        sender.yield("e4")
        sender.yield("e5")
        sender.finish()
    }
    return await board.value
}
func allowed(_ shown: [String]) -> Bool { shown.count == 2 }
