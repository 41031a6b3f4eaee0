import Dispatch

/// A document scanner that tells a delegate about each event, on the main thread.
@MainActor public protocol ScannerDelegate: AnyObject {
    func didScan(_ page: String)
    func didFinish()
}

/// An adapter: tasks call `document`, and the scanner calls the delegate's methods.
@MainActor public protocol DocumentReader: ScannerDelegate {
    func document() async -> [String]
}

/// The bug: there is one place for a continuation. A second caller replaces the continuation of the first one, which then waits for ever.
@MainActor public final class LastCaller: DocumentReader {
    private var pages: [String] = []
    private var caller: CheckedContinuation<[String], Never>?

    public init() {}

    public func document() async -> [String] {
        await withCheckedContinuation { caller = $0 }
    }

    public func didScan(_ page: String) { pages.append(page) }

    public func didFinish() {
        caller?.resume(returning: pages)
        caller = nil
    }
}
