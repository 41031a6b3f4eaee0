import Dispatch

let connections = DispatchSemaphore(value: 2)

func withConnection(_ use: () -> Void) {
    connections.wait()
    defer { connections.signal() }
    use()
}

func photos() { withConnection {} }

func albumPage() {
    withConnection {}
    photos()
}

let answered = DispatchGroup()
for _ in 1...2 {
    DispatchQueue.global().async(group: answered) { albumPage() }
}
answered.wait()
