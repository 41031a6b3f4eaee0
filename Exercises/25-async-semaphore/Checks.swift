import ExerciseChecks

/// Permits that are there, permits that come, and permits that are kept.
func countsPermits() -> Mistake? {
    let semaphore = AsyncSemaphore(permits: 2)
    let tasks = (0..<4).map { _ in taskThatWaits(semaphore) }
    defer { release(tasks, semaphore) }
    guard ProbeThread.allComeToRest() else { return looksAgain("Four tasks called `wait()` of a semaphore with 2 permits.") }
    var count = tasks.count { $0.hasEnded }
    guard count == 2 else {
        return Mistake("Four tasks called `wait()` of a semaphore with 2 permits. \(calls(count)) returned, before any call of `signal()`.")
    }
    for wanted in 3...4 {
        guard signals(semaphore) else { return signalWaits }
        count = tasks.count { $0.hasEnded }
        guard count == wanted else {
            return Mistake(
                "Four tasks called `wait()` of a semaphore with 2 permits. After \(calls(wanted - 2)) of `signal()`, \(calls(count)) had returned.",
                verdict: count < wanted ? "missing" : "wrongResult", at: "func signal")
        }
    }
    let last = taskThatWaits(semaphore)
    defer { release([last], semaphore) }
    _ = ProbeThread.allComeToRest()
    if last.hasEnded {
        return Mistake(
            "Four tasks got the 2 permits, and 2 calls of `signal()`. A fifth task called `wait()`, and it returned.", at: "func signal")
    }
    return keepsPermits()
}

/// Permits that come before a task wants them.
private func keepsPermits() -> Mistake? {
    let semaphore = AsyncSemaphore(permits: 0)
    guard signals(semaphore), signals(semaphore) else { return signalWaits }
    let tasks = (0..<3).map { _ in taskThatWaits(semaphore) }
    defer { release(tasks, semaphore) }
    _ = ProbeThread.allComeToRest()
    let count = tasks.count { $0.hasEnded }
    guard count == 2 else {
        return Mistake(
            "`signal()` was called twice, on a semaphore without permits. Then three tasks called `wait()`: \(calls(count)) returned.",
            at: "func signal")
    }
    return nil
}

/// Five tasks wait, one after the other. Then some try to overtake.
func keepsTheOrder() -> Mistake? {
    let semaphore = AsyncSemaphore(permits: 0)
    var tasks: [ProbeTask<Void>] = []
    defer { release(tasks, semaphore) }
    for _ in 0..<5 {
        tasks.append(taskThatWaits(semaphore))
        guard ProbeThread.allComeToRest() else { return looksAgain("Tasks called `wait()` of a semaphore without permits.") }
    }
    var order: [Int] = []
    for _ in tasks {
        guard signals(semaphore) else { return signalWaits }
        order += tasks.indices.filter { tasks[$0].hasEnded && !order.contains($0) }
    }
    guard order == Array(tasks.indices) else {
        let words =
            order.isEmpty
            ? "None of them got a permit" : "The permits went to the tasks \(order.map { "\($0 + 1)" }.joined(separator: ", "))"
        return Mistake("Five tasks waited, one after the other. Then `signal()` was called five times. \(words).")
    }
    return isOvertaken()
}

/// A task gives its permit back while another task waits, and immediately wants one again.
private func isOvertaken() -> Mistake? {
    for _ in 0..<5 {
        let semaphore = AsyncSemaphore(permits: 0)
        let first = taskThatWaits(semaphore)
        _ = ProbeThread.allComeToRest()
        let second = ProbeTask {
            await semaphore.signal()
            try await semaphore.wait()
        }
        defer { release([first, second], semaphore) }
        _ = ProbeThread.allComeToRest()
        guard first.hasEnded else {
            return Mistake(
                "A task waited. Another one called `signal()`, and then `wait()`. It got the permit itself, and the task that waited did not.",
                verdict: "race", at: "func signal")
        }
        if second.hasEnded {
            return Mistake(
                "A task waited. Another one called `signal()` once, and then `wait()`. Both got a permit.", verdict: "race", at: "func wait"
            )
        }
    }
    return nil
}

/// Two of three waiting tasks are cancelled.
func cancelsWaitingTasks() -> Mistake? {
    let semaphore = AsyncSemaphore(permits: 0)
    var tasks: [ProbeTask<Void>] = []
    defer { release(tasks, semaphore) }
    for _ in 0..<3 {
        tasks.append(taskThatWaits(semaphore))
        guard ProbeThread.allComeToRest() else { return looksAgain("Tasks called `wait()` of a semaphore without permits.") }
    }
    for index in 0...1 {
        tasks[index].cancel()
        _ = ProbeThread.allComeToRest()
        guard tasks[index].hasEnded else { return Mistake("A task waited for a permit, and was cancelled. Its `wait()` did not return.") }
        guard tasks[index].error is CancellationError else {
            return Mistake(
                "A task waited for a permit, and was cancelled. Its `wait()` \(tasks[index].error.map { "threw \($0)" } ?? "returned, as if it had a permit").",
                verdict: "wrongResult", try: "throw a `CancellationError`.")
        }
    }
    if tasks[2].hasEnded {
        return Mistake("Three tasks waited. Two of them were cancelled, and the third one also stopped waiting.", verdict: "wrongResult")
    }
    guard signals(semaphore) else { return signalWaits }
    guard tasks[2].value != nil else {
        return Mistake(
            "Three tasks waited, and two of them were cancelled. Then `signal()` was called, and the third task did not get the permit.",
            verdict: "wrongResult", at: "func signal", try: "a task that is cancelled must leave the list of the waiting tasks.")
    }
    let last = taskThatWaits(semaphore)
    defer { release([last], semaphore) }
    _ = ProbeThread.allComeToRest()
    if last.hasEnded {
        return Mistake(
            "The only permit was taken, and two waiting tasks had been cancelled. Another task called `wait()`, and it returned.",
            verdict: "tooMany",
            try: "a task that is cancelled gives up its place. It has no permit that it could give back.")
    }
    return keepsPlaces()
}

/// Six tasks wait, one after the other. Two of them are cancelled, and the others get permits.
private func keepsPlaces() -> Mistake? {
    let semaphore = AsyncSemaphore(permits: 0)
    var tasks: [ProbeTask<Void>] = []
    defer { release(tasks, semaphore) }
    for _ in 0..<6 {
        tasks.append(taskThatWaits(semaphore))
        guard ProbeThread.allComeToRest() else { return looksAgain("Tasks called `wait()` of a semaphore without permits.") }
    }
    for index in [0, 3] {
        tasks[index].cancel()
        _ = ProbeThread.allComeToRest()
    }
    let others = [1, 2, 4, 5]
    var order: [Int] = []
    for _ in others {
        guard signals(semaphore) else { return signalWaits }
        order += others.filter { tasks[$0].hasEnded && !order.contains($0) }
    }
    if order == others { return nil }
    let words = order.isEmpty ? "to none of them" : "to the tasks \(order.map { "\($0 + 1)" }.joined(separator: ", "))"
    return Mistake(
        "Six tasks waited, one after the other. Tasks 1 and 4 were cancelled. Then `signal()` was called four times: the permits went \(words).",
        verdict: "wrongResult", at: "remove", try: "take the entry of the cancelled task out, and let all others keep their order.")
}

/// Tasks that were cancelled before they call `wait()`: without a permit, and with one.
func cancelledBefore() -> Mistake? {
    for permits in 0...1 {
        let semaphore = AsyncSemaphore(permits: permits)
        let task = ProbeTask {
            withUnsafeCurrentTask { $0?.cancel() }
            try await semaphore.wait()
        }
        defer { release([task], semaphore) }
        _ = ProbeThread.allComeToRest()
        let situation = "A task was cancelled, and then called `wait()` of a semaphore with \(permits == 0 ? "no permit" : "1 permit")."
        guard task.hasEnded else { return Mistake("\(situation) The call did not return.") }
        guard task.error is CancellationError else {
            return Mistake(
                "\(situation) The call \(task.error.map { "threw \($0)" } ?? "returned, as if it had a permit").", verdict: "wrongResult")
        }
        let next = taskThatWaits(semaphore)
        defer { release([next], semaphore) }
        if permits == 0 { guard signals(semaphore) else { return signalWaits } }
        _ = ProbeThread.allComeToRest()
        guard next.value != nil else {
            return Mistake(
                "\(situation) After that, another task did not get the permit.", try: "a call that throws must not take a permit.")
        }
    }
    return nil
}

/// Tasks without a permit do not come to rest. (No check goes on with them: each look at them takes a second.)
private func looksAgain(_ situation: String) -> Mistake {
    Mistake(
        "\(situation) Tasks without a permit looked again and again whether one was there.", verdict: "spins", at: "while ",
        try: "keep a continuation for each task that waits, and resume it in `signal()`.")
}

private func taskThatWaits(_ semaphore: AsyncSemaphore) -> ProbeTask<Void> { ProbeTask { try await semaphore.wait() } }

/// Calls `signal()`, and lets everything happen that follows. Returns whether the call has returned.
private func signals(_ semaphore: AsyncSemaphore) -> Bool {
    let call = ProbeTask { await semaphore.signal() }
    _ = ProbeThread.allComeToRest()
    return call.hasEnded
}

private let signalWaits = Mistake("The call of `signal()` did not return.", verdict: "deadlock", at: "func signal")

/// Lets the tasks end, so that they do not disturb the next check. A task that a cancellation ends gets no permit, too.
private func release(_ tasks: [ProbeTask<Void>], _ semaphore: AsyncSemaphore) {
    let waiting = tasks.filter { !$0.hasEnded }
    if waiting.isEmpty { return }
    for task in waiting { task.cancel() }
    _ = ProbeThread.allComeToRest()
    for _ in waiting.filter({ !$0.hasEnded }) { _ = ProbeTask { await semaphore.signal() } }
}

private func calls(_ count: Int) -> String { count == 1 ? "1 call" : "\(count) calls" }
