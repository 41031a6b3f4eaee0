enum Request {
    @TaskLocal static var number = 0
}

/// The bug: a detached task inherits nothing, so the line in the log has no request.
@MainActor func saveDetached(_ log: Log) async {
    await Request.$number.withValue(7) {
        let saving = Task.detached(name: "saving") { log.write("saved") }
        await saving.value
    }
}

/// The fix: the task inherits the task-local values, the actor and the priority.
@MainActor func save(_ log: Log) async {
    await Request.$number.withValue(7) {
        let saving = Task(name: "saving") { log.write("saved") }
        await saving.value
    }
}

/// The task outlives the scope of the value.
@MainActor func saveLater(_ log: Log) async {
    let saving = Request.$number.withValue(8) {
        Task(name: "saving") { log.write("saved") }
    }
    log.write("not saved yet")
    await saving.value
}
