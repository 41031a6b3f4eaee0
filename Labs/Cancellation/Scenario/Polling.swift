/// The bug: `try?` throws the error of `sleep` away. In a cancelled task each `sleep` ends immediately, so the loop asks without a pause.
func waitStubbornly(for printer: Printer, atMost limit: Int) async -> Int {
    var questions = 0
    while questions < limit, !printer.isReady() {
        questions += 1
        try? await Task.sleep(for: .seconds(30))
    }
    return questions
}

/// The fix: the error ends the loop.
func waitPatiently(for printer: Printer, atMost limit: Int) async throws -> Int {
    var questions = 0
    while questions < limit, !printer.isReady() {
        questions += 1
        try await Task.sleep(for: .seconds(30))
    }
    return questions
}
