import ExerciseChecks

/// Three entries: one before the start, and two while another one is being saved.
func savesInOrder() -> Mistake? {
    let stage = Stage()
    defer { stage.endAll() }
    guard stage.add(1) == true else { return Mistake("`add` was called before `start()`, and did not return `true`.", at: "func add") }
    _ = ProbeThread.allComeToRest()
    if !stage.saves.all.isEmpty { return Mistake("An entry was saved before `start()` was called.", verdict: "tooEarly", at: "func add") }
    stage.call { await $0.start() }
    guard stage.saves.all.map(\.name) == ["1"] else {
        return Mistake("An entry was added, and then `start()` was called. The entry was not saved.", verdict: "missing", at: "func start")
    }
    for entry in 2...3 where stage.add(entry) != true {
        return Mistake(
            "An entry was being saved, and another one was added. `add` did not return `true`.", verdict: "waits", at: "func add")
    }
    for count in 1...3 {
        guard ProbeThread.allComeToRest() else { return looksForWork }
        guard stage.saves.held.count <= 1 else {
            return Mistake("Three entries were added. \(stage.saves.held.count) of them were saved at the same time.", verdict: "race")
        }
        guard stage.saves.held.count == 1 else {
            return Mistake("Three entries were added. Only \(count - 1) of them were saved.", verdict: "missing")
        }
        stage.saveOne()
    }
    guard stage.saved == ["1", "2", "3"] else { return Mistake("The entries 1, 2, 3 were saved in the order \(stage.saved).") }
    return ProbeThread.allComeToRest() ? nil : looksForWork
}

/// Two starts, and then two entries.
func startsTwice() -> Mistake? {
    let stage = Stage()
    defer { stage.endAll() }
    stage.call { await $0.start() }
    stage.call { await $0.start() }
    for entry in 1...2 { _ = stage.add(entry) }
    _ = ProbeThread.allComeToRest()
    if stage.saves.held.count == 1 { return nil }
    return Mistake(
        "`start()` was called twice, and then two entries were added. \(stage.saves.held.count) entries were saved at the same time.",
        verdict: stage.saves.held.isEmpty ? "missing" : "race")
}

/// A stop while one entry is being saved, and two are waiting.
func losesNothing() -> Mistake? {
    let stage = Stage()
    defer { stage.endAll() }
    stage.call { await $0.start() }
    for entry in 1...3 { _ = stage.add(entry) }
    _ = ProbeThread.allComeToRest()
    let stop = stage.stop()
    for count in 0..<3 {
        if let mistake = stage.isLeft(3 - count, stop) { return mistake }
        stage.saveOne()
    }
    guard stop.hasEnded else { return Mistake("All accepted entries were saved, but `stop()` did not return.") }
    guard stage.saved == ["1", "2", "3"] else {
        return Mistake("The entries 1, 2 and 3 were accepted before `stop()`. These were saved: \(stage.saved).")
    }
    return stage.giveUp
}

/// Entries that come while `stop()` waits, and after it.
func acceptsNothingAfterStop() -> Mistake? {
    let stage = Stage()
    defer { stage.endAll() }
    stage.call { await $0.start() }
    _ = stage.add(1)
    _ = ProbeThread.allComeToRest()
    let stop = stage.stop()
    if stage.add(2) != false { return Mistake("`stop()` was waiting for an entry. Then `add` was called, and did not return `false`.") }
    stage.saveOne()
    _ = stop.wait()
    if stage.add(3) != false { return Mistake("`stop()` had returned. Then `add` was called, and did not return `false`.") }
    stage.call { await $0.start() }
    return stage.saves.all.count == 1
        ? nil : Mistake("An entry was added after `stop()`, and was saved all the same.", verdict: "tooLate", at: "await save(")
}

/// A stop without a start: with two entries, and with none.
func stopsBeforeTheStart() -> Mistake? {
    for count in [2, 0] {
        let stage = Stage()
        defer { stage.endAll() }
        for entry in 0..<count { _ = stage.add(entry) }
        let stop = stage.stop()
        let situation = "\(count == 0 ? "No entry" : "Two entries") had come. Then `stop()` was called, without a `start()`."
        for left in stride(from: count, to: 0, by: -1) {
            if stage.saves.held.count > 1 { return Mistake("\(situation) Two entries were saved at the same time.", verdict: "race") }
            if stage.saves.held.isEmpty {
                return Mistake("\(situation) \(stop.hasEnded ? "It returned" : "It did not return"), and \(left) entries were not saved.")
            }
            if stop.hasEnded { return Mistake("\(situation) It returned before the entries were saved.", verdict: "tooEarly") }
            stage.saveOne()
        }
        guard stop.hasEnded else { return Mistake("\(situation) It did not return.") }
        stage.call { await $0.start() }
        guard stage.add(9) == false else {
            return Mistake(
                "\(situation) After that, `start()` and `add` were called, and `add` did not return `false`.", verdict: "wrongResult",
                at: "func add", try: "`add` must tell the truth: an entry that will not be saved is not accepted.")
        }
        guard stage.saves.all.count == count else {
            return Mistake("\(situation) After a later `start()`, an entry was saved once more.", verdict: "tooOften")
        }
    }
    return nil
}

/// Two stops at the same time, one more after them, and a stop in a task that is cancelled.
func stopsSeveralTimes() -> Mistake? {
    for isCancelled in [false, true] {
        let stage = Stage()
        defer { stage.endAll() }
        if !isCancelled { stage.call { await $0.start() } }
        for entry in 1...2 { _ = stage.add(entry) }
        _ = ProbeThread.allComeToRest()
        let stops = [stage.stop(isCancelled: isCancelled), stage.stop()]
        let situation = isCancelled ? "A cancelled task called `stop()`" : "Two tasks called `stop()`"
        for left in [2, 1] {
            if stops.contains(where: \.hasEnded) {
                return Mistake("\(situation), and \(left) accepted entries were not saved yet. One call of `stop()` returned.")
            }
            guard stage.saves.held.count == 1 else {
                return Mistake(
                    "\(situation), and \(left) accepted entries were left. \(stage.saving).",
                    verdict: stage.saves.held.isEmpty ? "missing" : "race")
            }
            stage.saveOne()
        }
        guard stops.allSatisfy(\.hasEnded) else {
            return Mistake("\(situation). All accepted entries were saved, but not each call of `stop()` returned.", verdict: "missing")
        }
        if stage.giveUp != nil {
            return Mistake(
                "\(situation). An entry was saved in a task that was cancelled, so saving would give up.", verdict: "tooLate",
                at: "await save(")
        }
        guard stage.stop().hasEnded else { return Mistake("`stop()` had returned. A later call of it did not return.", verdict: "missing") }
    }
    return nil
}

private let looksForWork = Mistake(
    "No entry was left to save. A task looked again and again for one.", verdict: "spins", at: "while ",
    try: "await the next entry: a `for await` loop over a stream suspends its task until there is one.")

/// One journal whose entries the check saves.
private final class Stage: Sendable {
    let saves: HeldCalls<Void>
    let journal: Journal

    init() {
        let saves = HeldCalls<Void>()
        self.saves = saves
        journal = Journal(save: { entry in _ = try? await saves.call("\(entry)") })
    }

    /// Calls the journal, and lets everything happen that follows.
    func call(_ body: @escaping @Sendable (Journal) async -> Void) {
        _ = ProbeTask { [journal] in await body(journal) }
        _ = ProbeThread.allComeToRest()
    }

    /// The answer of `add`; nil if it does not return.
    func add(_ entry: Int) -> Bool? {
        let task = ProbeTask { [journal] () -> Bool in await journal.add(entry) }
        if !task.wait(patience: .milliseconds(1)) { _ = ProbeThread.allComeToRest() }
        return task.value
    }

    func stop(isCancelled: Bool = false) -> ProbeTask<Void> {
        let task = ProbeTask { [journal] in
            if isCancelled { withUnsafeCurrentTask { $0?.cancel() } }
            await journal.stop()
        }
        _ = ProbeThread.allComeToRest()
        return task
    }

    func saveOne() {
        if let number = saves.held.first { saves.end(number, with: .success(())) }
        _ = ProbeThread.allComeToRest()
    }

    var saved: [String] { saves.all.filter(\.hasEnded).map(\.name) }

    /// "2 of them were being saved at the same time".
    var saving: String {
        saves.held.isEmpty ? "None of them was being saved" : "\(saves.held.count) of them were being saved at the same time"
    }

    /// The mistake if entries are left, and the journal does not go on with them.
    func isLeft(_ count: Int, _ stop: ProbeTask<Void>) -> Mistake? {
        if let giveUp { return giveUp }
        if stop.hasEnded {
            return Mistake(
                "\(count) accepted entries were not saved yet, and `stop()` returned.", verdict: saves.held.isEmpty ? "missing" : "tooEarly"
            )
        }
        if saves.held.count == 1 { return nil }
        return Mistake(
            "`stop()` was called, and \(count) accepted entries were left. \(saving).",
            verdict: saves.held.isEmpty ? "missing" : "race")
    }

    /// The mistake if an entry is saved in a task that is cancelled.
    var giveUp: Mistake? {
        guard saves.all.contains(where: { $0.beganCancelled || $0.isCancelled }) else { return nil }
        return Mistake(
            "While an entry was being saved, its task was cancelled, so saving would give up.", verdict: "tooLate", at: "cancel()")
    }

    /// Lets everything end, so that it does not disturb the next check.
    func endAll() {
        _ = stop()
        for _ in 0..<6 where !saves.held.isEmpty { saveOne() }
    }
}
