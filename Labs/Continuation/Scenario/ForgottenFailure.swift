/// The bug: one code path does not resume the continuation. If the scanner fails, the task waits for ever.
func pageOrSilence(from scanner: Scanner) async -> String {
    await withCheckedContinuation { continuation in
        scanner.scan(
            onPage: { page in continuation.resume(returning: page) },
            onFailure: {})
    }
}
