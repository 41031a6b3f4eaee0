/// The fix: every code path resumes the continuation. It is right if the scanner calls exactly one of its callbacks.
func page(from scanner: Scanner) async throws -> String {
    try await withCheckedThrowingContinuation { continuation in
        scanner.scan(
            onPage: { page in continuation.resume(returning: page) },
            onFailure: { continuation.resume(throwing: ScanFailure()) })
    }
}
