import Dispatch

/// A journal with a queue of its own. It makes the text of a line on that queue, as many loggers do.
public final class Journal: @unchecked Sendable {  // `queue` protects the lines.
    private var written: [String] = []
    private let queue = DispatchQueue(label: "journal")

    public init() {}

    public var lines: [String] { queue.sync { written } }

    func note(_ text: () -> String) {
        queue.sync { written.append(text()) }
    }
}
