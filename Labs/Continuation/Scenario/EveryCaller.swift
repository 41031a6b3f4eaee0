/// The fix: all continuations are kept. Only the last callback resumes, and it resumes each of them once.
@MainActor public final class EveryCaller: DocumentReader {
    private var pages: [String] = []
    private var callers: [CheckedContinuation<[String], Never>] = []

    public init() {}

    public func document() async -> [String] {
        await withCheckedContinuation { callers.append($0) }
    }

    public func didScan(_ page: String) { pages.append(page) }

    public func didFinish() {
        for caller in callers { caller.resume(returning: pages) }
        callers = []
    }
}
