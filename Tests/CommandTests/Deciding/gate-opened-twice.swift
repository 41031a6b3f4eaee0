// misuse: 15
// Says: had resumed it in
// Advises: let the first one take the continuation out of an optional
import Foundation

final class Gate: @unchecked Sendable {
    private let queue = DispatchQueue(label: "gate")
    private var waiting: [UnsafeContinuation<Void, Never>] = []

    func pass() async {
        await withUnsafeContinuation { one in queue.sync { waiting.append(one) } }
    }
    func open() {
        let all = queue.sync { waiting }
        for one in all { one.resume() }
        queue.sync { waiting = [] }
    }
}

func scenario() async {
    let gate = Gate()
    let visitor = Task { await gate.pass() }
    let guards = [Task { gate.open() }, Task { gate.open() }]
    for one in guards { await one.value }
    gate.open()
    await visitor.value
}
