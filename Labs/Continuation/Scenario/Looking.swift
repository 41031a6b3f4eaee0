/// Looks once in a millisecond, until the condition holds. A call that never returns cannot be awaited.
func wait(until condition: @Sendable () -> Bool) async {
    while !condition() { try? await Task.sleep(for: .milliseconds(1)) }
}

/// Some time in which a task could have gone on.
func someTime() async { try? await Task.sleep(for: .milliseconds(10)) }
