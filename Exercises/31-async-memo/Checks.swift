import ExerciseChecks
import Synchronization

/// Three tasks ask for one value, and one for another.
func computesOnce() -> Mistake? {
    let stage = Stage()
    defer { stage.endAll() }
    let calls = (0..<3).map { _ in stage.ask("a") }
    if let restless = Stage.restless { return restless }
    guard stage.names == ["a"] else { return Mistake("Three tasks asked for one value. It was computed \(stage.names.count) times.") }
    if calls.contains(where: \.hasEnded) {
        return Mistake("A call returned before the value was computed.", verdict: "tooEarly", at: "value(for")
    }
    let other = stage.ask("b")
    guard stage.names == ["a", "b"] else {
        return Mistake(
            "One value was being computed. A task asked for another one, and its computation did not begin.", verdict: "notParallel")
    }
    stage.end(1, .success(2))
    stage.end(0, .success(1))
    let found = (calls + [other]).map { $0.value ?? -1 }
    guard found == [1, 1, 1, 2] else {
        return Mistake(
            "Three tasks asked for the value 1, and one for the value 2. They got \(found). (-1 is none.)", verdict: "wrongResult",
            at: "value(for")
    }
    let late = stage.ask("a")
    guard stage.names.count == 2, late.value == 1 else {
        return Mistake("A value was there. A later call did not get it, or computed it again.", at: "value(for")
    }
    return nil
}

/// Two tasks wait for a computation that fails.
func failsForAll() -> Mistake? {
    if let restless = Stage.restless { return restless }
    let stage = Stage()
    defer { stage.endAll() }
    let calls = [stage.ask("a"), stage.ask("a")]
    stage.end(0, .failure(TooHard()))
    guard calls.allSatisfy({ $0.error is TooHard }) else {
        let count = calls.count { !$0.hasEnded }
        return Mistake(
            "Two tasks waited for a computation that failed. \(count > 0 ? "Not both calls ended" : "Not both got its error").",
            verdict: count > 0 ? "missing" : "wrongResult")
    }
    let next = stage.ask("a")
    guard stage.names.count == 2 else { return Mistake("A computation failed. A later call did not begin a new one.", at: "catch") }
    stage.end(1, .success(5))
    return next.value == 5 ? nil : Mistake("A computation failed. A later one succeeded, but its call did not get the value.")
}

/// The first of two waiting tasks is cancelled, then the second of two.
func cancelsOneOfTwo() -> Mistake? {
    if let restless = Stage.restless { return restless }
    for index in 0...1 {
        let stage = Stage()
        defer { stage.endAll() }
        let calls = [stage.ask("a"), stage.ask("a")]
        calls[index].cancel()
        _ = ProbeThread.allComeToRest()
        let situation = "Two tasks waited for a value. The \(index == 0 ? "first" : "second") one was cancelled"
        guard calls[index].hasEnded else { return Mistake("\(situation). Its call did not end.") }
        guard calls[index].error is CancellationError else {
            return Mistake("\(situation). Its call did not throw a `CancellationError`.", verdict: "wrongResult")
        }
        if stage.computations.all[0].isCancelled {
            return Mistake(
                "\(situation). The computation was cancelled, although the other task waits for it.", verdict: "wrongResult", at: "cancel()"
            )
        }
        stage.end(0, .success(1))
        guard calls[1 - index].value == 1, stage.names.count == 1 else {
            return Mistake("\(situation). The other one did not get the value.", verdict: "wrongResult")
        }
    }
    return nil
}

/// All waiting tasks are cancelled, and the computation is slow to give up.
func cancelsAll() -> Mistake? {
    if let restless = Stage.restless { return restless }
    for late in [Result<Int, any Error>.success(1), .failure(TooHard())] {
        let stage = Stage()
        defer { stage.endAll() }
        let calls = [stage.ask("a"), stage.ask("a")]
        for call in calls { call.cancel() }
        _ = ProbeThread.allComeToRest()
        guard stage.computations.all[0].isCancelled else {
            return Mistake("Two tasks waited for a value, and both were cancelled. The task of the computation was not cancelled.")
        }
        let next = stage.ask("a")
        guard stage.names.count == 2 else {
            return Mistake(
                "A computation was cancelled, and had not ended yet. A new call did not begin a new one.", verdict: "missing",
                try: "forget a computation in the moment in which you cancel it.")
        }
        stage.end(0, late)
        if next.hasEnded {
            return Mistake("A cancelled computation ended, and a call that waits for a newer one got its result.", verdict: "wrongResult")
        }
        if let mistake = stage.isUndisturbed("A cancelled computation ended", next) { return mistake }
    }
    return asksTooLate()
}

/// A task that is cancelled before it asks: for a value that was never computed, and for one that is kept.
private func asksTooLate() -> Mistake? {
    for isKept in [false, true] {
        let stage = Stage()
        defer { stage.endAll() }
        if isKept {
            _ = stage.ask("a")
            stage.end(0, .success(1))
        }
        let early = ProbeTask { [memo = stage.memo] in
            withUnsafeCurrentTask { $0?.cancel() }
            return try await memo.value(for: "a")
        }
        _ = ProbeThread.allComeToRest()
        let situation = "A task was cancelled, and then asked for a value\(isKept ? " that was kept already" : "")."
        let cure = "check for cancellation before everything else."
        if stage.names.count > (isKept ? 1 : 0) {
            return Mistake("\(situation) A computation began.", verdict: "tooOften", try: cure)
        }
        guard early.error is CancellationError else {
            return Mistake("\(situation) The call did not throw a `CancellationError`.", verdict: "wrongResult", try: cure)
        }
    }
    return nil
}

/// `forget` during a computation, and after it.
func forgetsMeanwhile() -> Mistake? {
    if let restless = Stage.restless { return restless }
    for late in [Result<Int, any Error>.success(1), .failure(TooHard())] {
        let stage = Stage()
        defer { stage.endAll() }
        let old = stage.ask("a")
        guard stage.forget("a") else { return Mistake("The call of `forget` did not return.", verdict: "deadlock") }
        if old.hasEnded || stage.computations.all.first?.isCancelled == true {
            return Mistake(
                "A task waited for a value, and `forget` was called. The task should still get its value.", verdict: "tooEarly",
                try: "cancel nothing in `forget`: tasks still wait for this computation.")
        }
        let next = stage.ask("a")
        guard stage.names.count == 2 else {
            return Mistake("`forget` was called during a computation. The next call did not begin a new one.", verdict: "missing")
        }
        stage.end(0, late)
        guard old.hasEnded, (try? late.get()) == old.value else {
            return Mistake("`forget` was called during a computation. The task that waited for it did not get its result.")
        }
        if next.hasEnded { return Mistake("After `forget`, a call began a new computation. It got the result of the old one.") }
        if let mistake = stage.isUndisturbed("A computation that is older than `forget` ended", next) { return mistake }
        guard stage.forget("a") else { return Mistake("The call of `forget` did not return.", verdict: "deadlock") }
        _ = stage.ask("a")
        guard stage.names.count == 3 else {
            return Mistake("A value was kept, and `forget` was called. The next call did not compute it again.", verdict: "missing")
        }
    }
    let stage = Stage()
    defer { stage.endAll() }
    _ = stage.ask("a")
    _ = stage.forget("a")
    stage.end(0, .success(1))
    _ = stage.ask("a")
    guard stage.names.count == 2 else {
        return Mistake("`forget` was called during a computation. Its result was kept all the same.", at: "compute(")
    }
    return cancelsAForgottenOne()
}

/// The only task that waits for a computation is cancelled. Before that, the computation was forgotten, and a newer one began.
private func cancelsAForgottenOne() -> Mistake? {
    let stage = Stage()
    defer { stage.endAll() }
    let old = stage.ask("a")
    _ = stage.forget("a")
    let next = stage.ask("a")
    guard stage.names.count == 2 else {
        return Mistake("`forget` was called during a computation. The next call did not begin a new one.", verdict: "missing")
    }
    old.cancel()
    _ = ProbeThread.allComeToRest()
    let situation = """
        A computation was forgotten, and a newer one of the same key began. Then the task that waited for the old one was cancelled.
        """
    guard old.hasEnded else {
        return Mistake(
            "\(situation) Its call did not end.", verdict: "missing", at: "onCancel",
            try: "find the computation of a cancelled call by the call, and not by the key.")
    }
    guard stage.computations.all[0].isCancelled else {
        return Mistake(
            "\(situation) No other task waited for the old one, and it was not cancelled.", verdict: "missing", at: "cancel()",
            try: "cancel each computation that no task waits for, also a forgotten one.")
    }
    let late = stage.ask("a")
    guard stage.names.count == 2 else {
        return Mistake(
            "\(situation) After that, the next call began a third computation, although the newer one still ran.", verdict: "wrongResult",
            at: "cancel()", try: "remove a computation only if it is still the current one of its key.")
    }
    stage.end(1, .success(2))
    let found = [next, late].map { $0.value ?? -1 }
    guard old.error is CancellationError, found == [2, 2] else {
        return Mistake(
            "\(situation) The newer one had the value 2, and its two calls got \(found). (-1 is none.)", verdict: "wrongResult",
            at: "cancel()")
    }
    return nil
}

private struct TooHard: Error {}

/// One memo whose computations the check ends.
private final class Stage: Sendable {
    let computations: HeldCalls<Int>
    let memo: Memo

    init() {
        let computations = HeldCalls<Int>()
        self.computations = computations
        memo = Memo(compute: { try await computations.call($0) })
    }

    private static let isRestless = Atomic(false)

    /// The mistake if tasks worked on while a value was being computed. Then no other check says more.
    static var restless: Mistake? {
        guard isRestless.load(ordering: .relaxed) else { return nil }
        return Mistake(
            "A value was being computed. A task looked again and again whether it was there.", verdict: "spins", at: "while ",
            try: "await the end of the computation: a task or a continuation.")
    }

    var names: [String] { computations.all.map(\.name) }

    func ask(_ key: String) -> ProbeTask<Int> {
        let task = ProbeTask { [memo] () -> Int in try await memo.value(for: key) }
        if Self.restless == nil, !ProbeThread.allComeToRest() { Self.isRestless.store(true, ordering: .relaxed) }
        return task
    }

    func forget(_ key: String) -> Bool {
        let task = ProbeTask { [memo] in await memo.forget(key) }
        _ = ProbeThread.allComeToRest()
        return task.hasEnded
    }

    func end(_ number: Int, _ result: Result<Int, any Error>) {
        computations.end(number, with: result)
        _ = ProbeThread.allComeToRest()
    }

    /// The mistake if the end of the first computation harms the second one, for which a call waits.
    func isUndisturbed(_ situation: String, _ call: ProbeTask<Int>) -> Mistake? {
        let second = ask("a")
        guard names.count == 2, !second.hasEnded else {
            return Mistake(
                names.count > 2
                    ? "\(situation). It removed a newer computation, so the next call began another one."
                    : "\(situation). Its result was kept, and the next call got it.",
                verdict: "wrongResult", at: "compute(",
                try: "a computation that ends must look whether it is still the current one of its key.")
        }
        end(1, .success(2))
        let found = [call, second].map { $0.value ?? -1 } + [ask("a").value ?? -1]
        return found == [2, 2, 2]
            ? nil
            : Mistake(
                "\(situation), and after it a newer one, with the value 2. Three calls got \(found). (-1 is none.)", verdict: "wrongResult")
    }

    /// Lets everything end, so that it does not disturb the next check.
    func endAll() {
        for _ in 0..<3 where !computations.held.isEmpty {
            for number in computations.held { computations.end(number, with: .failure(TooHard())) }
            _ = ProbeThread.allComeToRest()
        }
    }
}
