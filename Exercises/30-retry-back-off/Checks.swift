import ExerciseChecks
import Synchronization

/// An answer, an error that lasts, and an answer after two failures.
func asksAgainIfOverloaded() -> Mistake? {
    let good = Server([.success("photo")], attempts: 3)
    defer { good.endAll() }
    guard good.comesToRest() else { return restless }
    guard good.ending == "`load` returned “photo”" else {
        return Mistake("The server answered “photo”. But \(good.ending).", at: "func load")
    }
    let bad = Server([.failure(NotFound())], attempts: 3)
    defer { bad.endAll() }
    bad.runsThrough()
    guard bad.requests == 1, bad.sleeps.all.isEmpty else {
        return Mistake(
            "The server answered that the photo does not exist. There were \(bad.requests) requests and \(bad.sleeps.all.count) pauses.",
            verdict: "tooOften")
    }
    guard bad.ending == "`load` threw NotFound()" else {
        return Mistake("The server answered with the error NotFound(). But \(bad.ending).")
    }
    let busy = Server([.failure(busyError(1)), .failure(busyError(2)), .success("photo")], attempts: 5)
    defer { busy.endAll() }
    busy.runsThrough()
    guard busy.ending == "`load` returned “photo”", busy.requests == 3 else {
        return Mistake(
            "The server was overloaded twice, and then it answered. There were \(busy.requests) requests, and \(busy.ending).",
            verdict: busy.requests < 3 ? "missing" : "wrongResult", at: "func load")
    }
    return nil
}

/// A server that is always overloaded: with eight attempts, and with one.
func pausesGrow() -> Mistake? {
    for attempts in [8, 1] {
        let server = Server([], attempts: attempts)
        defer { server.endAll() }
        for number in 1...attempts {
            guard server.comesToRest() else { return restless }
            if number < attempts, server.pauses.count < number {
                return Mistake("A request failed, and `sleep` was not called for the pause after it.", verdict: "missing", at: "func load")
            }
            if server.requests > number {
                return Mistake("`sleep` had not returned yet, and the next request began.", verdict: "tooEarly", at: "request()")
            }
            server.nextPause()
        }
        server.runsThrough()
        let pauses = server.pauses, right = Array(["1.0", "2.0", "4.0", "8.0", "16.0", "30.0", "30.0"].prefix(attempts - 1))
        guard server.requests == attempts else {
            return Mistake(
                "The server was always overloaded, with \(attempts) attempts. There were \(server.requests) requests.", verdict: "tooOften",
                at: "for ")
        }
        guard pauses == right else {
            return Mistake(
                "The server was always overloaded, with \(attempts) attempts. `sleep` was called for \(pauses) seconds instead of \(right).",
                verdict: pauses.count > right.count ? "tooOften" : "wrongResult")
        }
        guard server.ending == "`load` threw Overloaded(message: \"\(attempts)\")" else {
            return Mistake(
                "The last of \(attempts) requests threw Overloaded(message: \"\(attempts)\"). But \(server.ending).", at: "throw ",
                try: "throw the error of the last request.")
        }
    }
    return manyAttempts()
}

/// A server that is always overloaded, with so many attempts that a number which doubles has no room.
private func manyAttempts() -> Mistake? {
    let attempts = 200, pauses = Pauses(), log = Log()
    let call = ProbeTask { () -> String in
        try await load(attempts: attempts, sleep: { pauses.add("\($0 / .seconds(1))") }) { throw busyError(log.next()) }
    }
    guard ProbeThread.allComeToRest() else { return restless }
    let right = ["1.0", "2.0", "4.0", "8.0", "16.0"] + Array(repeating: "30.0", count: attempts - 6), found = pauses.all
    if let number = zip(found, right).enumerated().first(where: { $1.0 != $1.1 })?.offset {
        return Mistake(
            "The server was always overloaded, with \(attempts) attempts. Pause \(number + 1) had \(found[number]) s instead of \(right[number]) s.",
            try: "stop doubling at 30 s. A number that doubles 60 times has no room any more.")
    }
    guard call.error is Overloaded, log.count == attempts, found.count == right.count else {
        return Mistake(
            "The server was always overloaded, with \(attempts) attempts. There were \(log.count) requests and \(found.count) pauses.")
    }
    return nil
}

/// Two calls, one after the other.
func eachCallBeginsAgain() -> Mistake? {
    for _ in 1...2 {
        let server = Server([.failure(busyError(1)), .failure(busyError(2)), .success("photo")], attempts: 3)
        defer { server.endAll() }
        server.runsThrough()
        guard server.pauses == ["1.0", "2.0"] else {
            return Mistake(
                "The server was overloaded twice. The pauses of this call of `load` were \(server.pauses) seconds instead of 1 and 2.")
        }
    }
    return nil
}

/// A cancellation during the first pause.
func cancelsAPause() -> Mistake? {
    let server = Server([], attempts: 4)
    defer { server.endAll() }
    _ = server.comesToRest()
    guard server.sleeps.held.count == 1 else {
        return Mistake(
            "A request failed. No call of `sleep` was waiting after it, so there was no pause to cancel.", verdict: "wrongResult")
    }
    server.call.cancel()
    server.runsThrough(onlyCancelled: true)
    if server.requests > 1 {
        return Mistake(
            "The task was cancelled during a pause. After that, \(server.requests - 1) more requests began.", verdict: "tooOften")
    }
    if let mistake = server.sleepsInOtherTask("during a pause") { return mistake }
    guard server.call.hasEnded else { return Mistake("The task was cancelled during a pause. The call did not end.") }
    return server.ending == cancellation
        ? nil
        : Mistake(
            "The task was cancelled during a pause. The call should throw a `CancellationError`. But \(server.ending).",
            verdict: "wrongResult")
}

/// A cancellation during a request that fails then, during one that succeeds, and before the call.
func cancelsARequest() -> Mistake? {
    for succeeds in [false, true] {
        let server = Server([], attempts: 4, isHeld: true)
        defer { server.endAll() }
        _ = server.comesToRest()
        server.call.cancel()
        _ = server.comesToRest()
        guard server.held.all.first?.isCancelled == true else {
            return Mistake(
                "The task was cancelled during a request. The task in which the request runs was not cancelled.", verdict: "missing",
                at: "Task {")
        }
        server.held.end(0, with: succeeds ? .success("photo") : .failure(busyError(1)))
        server.runsThrough(onlyCancelled: true)
        if let mistake = server.sleepsInOtherTask("before a pause") { return mistake }
        guard server.requests == 1 else {
            return Mistake("The task was cancelled during a request. The server was overloaded, and the next request began.", at: "sleep(")
        }
        let right = succeeds ? "`load` returned “photo”" : cancellation
        guard server.ending == right else {
            return Mistake(
                "The task was cancelled during a request, and the request \(succeeds ? "succeeded" : "threw `Overloaded`"). But \(server.ending).",
                verdict: "wrongResult", at: succeeds ? "request()" : "catch",
                try: succeeds
                    ? "return an answer that is there. Do not check for cancellation after it." : "throw a `CancellationError`.")
        }
    }
    let server = Server([.success("photo")], attempts: 4, isCancelled: true)
    defer { server.endAll() }
    server.runsThrough(onlyCancelled: true)
    guard server.requests == 0 else { return Mistake("The task was cancelled before it called `load`. A request began all the same.") }
    return server.ending == cancellation
        ? nil : Mistake("The task was cancelled before it called `load`. But \(server.ending).", verdict: "wrongResult")
}

private struct NotFound: Error {}

private func busyError(_ number: Int) -> any Error { Overloaded(message: "\(number)") }

private let cancellation = "`load` threw a `CancellationError`"

private let restless = Mistake(
    "A task looked again and again whether a pause was over.", verdict: "spins", at: "while ",
    try: "`await` the function `sleep`, once for each pause.")

/// A server and a clock that the check moves, and one call of `load`.
private final class Server: Sendable {
    let sleeps = HeldCalls<Void>(), held = HeldCalls<String>()
    private let log: Log
    let call: ProbeTask<String>

    /// - Parameters:
    ///   - results: the results of the requests; after them, the server is overloaded.
    ///   - isHeld: whether each request waits for the check.
    init(_ results: [Result<String, any Error>], attempts: Int, isHeld: Bool = false, isCancelled: Bool = false) {
        let (sleeps, held, log) = (sleeps, held, Log())
        self.log = log
        call = ProbeTask {
            if isCancelled { withUnsafeCurrentTask { $0?.cancel() } }
            return try await load(attempts: attempts, sleep: { try await sleeps.call("\($0 / .seconds(1))") }) {
                let number = log.next()
                if isHeld { return try await held.call("request") }
                guard number <= results.count else { throw busyError(number) }
                return try results[number - 1].get()
            }
        }
    }

    var requests: Int { log.count }
    var pauses: [String] { sleeps.all.map(\.name) }

    func comesToRest() -> Bool { ProbeThread.allComeToRest() }

    /// The mistake if a pause is held whose task is not cancelled. The call's task is.
    func sleepsInOtherTask(_ time: String) -> Mistake? {
        let all = sleeps.all
        guard sleeps.held.contains(where: { !all[$0].isCancelled && !all[$0].beganCancelled }) else { return nil }
        return Mistake(
            "The task was cancelled \(time). The task in which `sleep` runs was not cancelled.", verdict: "missing", at: "Task {",
            try: "call `sleep` in this task. A new `Task` is not cancelled with it.")
    }

    /// Ends the pause that is held: normally, or as `sleep` does in a cancelled task.
    func nextPause() {
        for number in sleeps.held { endPause(number) }
    }

    private func endPause(_ number: Int) {
        let pause = sleeps.all[number]
        sleeps.end(number, with: pause.beganCancelled || pause.isCancelled ? .failure(CancellationError()) : .success(()))
    }

    /// Lets everything happen, until the call waits for nothing.
    func runsThrough(onlyCancelled: Bool = false) {
        for _ in 0..<12 {
            _ = comesToRest()
            let all = sleeps.all
            let pauses = sleeps.held.filter { !onlyCancelled || all[$0].beganCancelled || all[$0].isCancelled }
            if pauses.isEmpty { return }
            for number in pauses { endPause(number) }
        }
    }

    /// Lets everything end, so that it does not disturb the next check.
    func endAll() {
        if call.hasEnded { return }
        call.cancel()
        for _ in 0..<8 where !call.hasEnded {
            for number in held.held { held.end(number, with: .failure(NotFound())) }
            runsThrough()
        }
    }

    /// The end of the call, as a clause.
    var ending: String {
        switch call.result {
        case nil: "the call did not end"
        case .success(let text)?: "`load` returned “\(text)”"
        case .failure(is CancellationError)?: cancellation
        case .failure(let error as Overloaded)?: "`load` threw Overloaded(message: \"\(error.message)\")"
        case .failure(is NotFound)?: "`load` threw NotFound()"
        case .failure(let error)?: "`load` threw \(error)"
        }
    }
}

private final class Pauses: Sendable {
    private let list = Mutex<[String]>([])
    func add(_ pause: String) { list.withLock { $0.append(pause) } }
    var all: [String] { list.withLock { $0 } }
}

private final class Log: Sendable {
    private let event = CountingEvent()
    var count: Int { event.times }
    /// Counts a request. (They come one at a time.)
    func next() -> Int {
        event.happen()
        return event.times
    }
}
