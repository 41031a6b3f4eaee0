import ExerciseChecks

/// The server answers, or fails, before the limit: immediately, and later.
func endsWithTheAnswer() -> Mistake? {
    for fails in [false, true] {
        for isFast in [false, true] {
            if let mistake = ends(fails: fails, isFast: isFast) { return mistake }
        }
    }
    return nil
}

private func ends(fails: Bool, isFast: Bool) -> Mistake? {
    let stage = Stage(isFast ? (fails ? .failure(ServerError()) : .success("photo")) : nil)
    defer { stage.endAll() }
    let situation = "The server \(fails ? "answered with an error" : "answered"), before the limit."
    guard stage.settles() else {
        return Mistake(
            "The server had not answered yet. A task looked again and again whether it had.", verdict: "spins", at: "while ",
            try: "await the first result: a stream or a continuation suspends the task until it comes.")
    }
    if !isFast {
        if stage.call.hasEnded {
            return Mistake(
                "Neither had the server answered, nor had `sleep` returned. But the call ended: \(stage.ending).", verdict: "tooEarly")
        }
        guard !stage.asks.all.isEmpty else { return Mistake("`ask` was never called.", verdict: "missing", at: "func answer") }
        guard stage.sleeps.all.map(\.name) == ["\(limit)"] else {
            let names = stage.sleeps.all.map(\.name).joined(separator: ", ")
            return Mistake(
                names.isEmpty
                    ? "The server had not answered yet, and `sleep` was not called: so there is no limit."
                    : "The limit was \(limit). `sleep` was called with: \(names).",
                at: "sleep(", try: "call `sleep` once, with the limit.")
        }
        stage.answer(fails ? .failure(ServerError()) : .success("photo"))
        guard stage.settles(), stage.call.hasEnded else {
            return Mistake(
                "\(situation) The call did not end.", verdict: "missing", at: "func answer",
                try: "cancel the task that sleeps, and wait for it only then.")
        }
    }
    guard stage.call.hasEnded else {
        return Mistake("The server answered immediately. The call did not end.", verdict: "missing", at: "func answer")
    }
    let right = fails ? "it threw the server's error" : "it returned the answer"
    return stage.ending == right ? nil : Mistake("\(situation) Expected: \(right). But \(stage.ending).")
}

/// `sleep` returns first, and `ask` does not look at the cancellation.
func doesNotWaitForTheLoser() -> Mistake? {
    for lateAnswer in [Result<String, any Error>.success("photo"), .failure(ServerError())] {
        let stage = Stage(nil)
        defer { stage.endAll() }
        _ = stage.settles()
        guard stage.sleeps.all.map(\.name) == ["\(limit)"] else {
            return Mistake(
                "`sleep` was not called once, with the limit.", verdict: "wrongResult", at: "sleep(", try: "call it once, with the limit.")
        }
        stage.limitIsOver()
        _ = stage.settles()
        guard stage.call.hasEnded else {
            return Mistake("The server was slow, and `sleep` returned. The call did not end: it waited until `ask` ends.")
        }
        guard stage.ending == timedOut else {
            return Mistake(
                "The server was slow, and `sleep` returned. The call should throw `TimedOut`. But \(stage.ending).", verdict: "wrongResult")
        }
        stage.answer(lateAnswer)
        _ = stage.settles()
    }
    return nil
}

/// The task of `ask` after a timeout, and the task of `sleep` after an answer.
func cancelsTheLoser() -> Mistake? {
    let slow = Stage(nil)
    defer { slow.endAll() }
    _ = slow.settles()
    guard !slow.sleeps.all.isEmpty else {
        return Mistake(
            "`sleep` was not called, so the call has no limit that the check can end.", verdict: "wrongResult", at: "func answer",
            try: "call `sleep` once, with the limit, and use no other clock.")
    }
    slow.limitIsOver()
    _ = slow.settles()
    guard slow.asks.all.allSatisfy(\.isCancelled) else {
        return Mistake("`sleep` returned before the server had answered. The task in which `ask` runs was not cancelled.")
    }
    for fails in [false, true] {
        let fast = Stage(nil)
        defer { fast.endAll() }
        _ = fast.settles()
        fast.answer(fails ? .failure(ServerError()) : .success("photo"))
        _ = fast.settles()
        guard fast.sleeps.all.allSatisfy({ $0.isCancelled || $0.hasEnded }) else {
            return Mistake(
                "The server \(fails ? "failed" : "answered") before the limit. The task that sleeps was not cancelled: it sleeps on.")
        }
    }
    return nil
}

/// The caller is cancelled: during the call, and before it.
func cancelledCaller() -> Mistake? {
    for isBefore in [false, true] {
        let stage = Stage(nil, isCancelled: isBefore)
        defer { stage.endAll() }
        _ = stage.settles()
        if !isBefore {
            stage.call.cancel()
            _ = stage.settles()
        }
        let situation = "The task that calls `answer` was cancelled \(isBefore ? "before the call" : "while the server was slow")."
        guard stage.call.hasEnded else { return Mistake("\(situation) The call did not end.") }
        guard stage.ending == cancelled else {
            return Mistake(
                "\(situation) The call should throw a `CancellationError`. But \(stage.ending).", verdict: "wrongResult",
                try: "throw a `CancellationError` if the caller is cancelled. A loop over a stream ends then without a result.")
        }
        guard stage.asks.all.allSatisfy(\.isCancelled), stage.sleeps.all.allSatisfy(\.isCancelled) else {
            return Mistake(
                "\(situation) The tasks of `ask` and of `sleep` were not both cancelled.", verdict: "tooLate", at: "Task {",
                try: "cancel both tasks when the call ends, on each path: `defer` runs in any case.")
        }
    }
    return nil
}

private struct ServerError: Error {}

private let limit = Duration.seconds(30)
private let timedOut = "it threw `TimedOut`", cancelled = "it threw a `CancellationError`"

/// One call of `answer`, with a server and a clock that the check moves.
private final class Stage: Sendable {
    let asks = HeldCalls<String>(), sleeps = HeldCalls<Void>()
    let call: ProbeTask<String>

    /// - Parameter result: the result of a server that answers immediately; nil: it waits for `answer(_:)`.
    init(_ result: Result<String, any Error>?, isCancelled: Bool = false) {
        let (asks, sleeps) = (asks, sleeps)
        call = ProbeTask {
            if isCancelled { withUnsafeCurrentTask { $0?.cancel() } }
            return try await callAnswer(sleep: { try await sleeps.call("\($0)") }) {
                if let result { return try result.get() }
                return try await asks.call("ask")
            }
        }
    }

    /// Waits until nothing goes on. A sleep that is cancelled ends. Returns whether everything came to rest.
    func settles() -> Bool {
        while true {
            guard ProbeThread.allComeToRest() else { return false }
            let all = sleeps.all, ended = sleeps.held.filter { all[$0].isCancelled }
            if ended.isEmpty { return true }
            for number in ended { sleeps.end(number, with: .failure(CancellationError())) }
        }
    }

    func limitIsOver() { for number in sleeps.held { sleeps.end(number, with: .success(())) } }

    func answer(_ result: Result<String, any Error>) { for number in asks.held { asks.end(number, with: result) } }

    /// Lets everything end, so that it does not disturb the next check.
    func endAll() {
        call.cancel()
        for _ in 0..<3 {
            _ = settles()
            answer(.success("photo"))
            limitIsOver()
        }
    }

    /// The end of the call, as a clause.
    var ending: String {
        switch call.result {
        case nil: "it did not end"
        case .success("photo")?: "it returned the answer"
        case .success(let text)?: "it returned “\(text)”"
        case .failure(is TimedOut)?: timedOut
        case .failure(is ServerError)?: "it threw the server's error"
        case .failure(is CancellationError)?: cancelled
        case .failure(let error)?: "it threw \(error)"
        }
    }
}

/// (Inside of the class, `answer` is a method.)
private func callAnswer(sleep: @escaping Sleep, from ask: @escaping Ask) async throws -> String {
    try await answer(within: limit, sleep: sleep, from: ask)
}
