import Dispatch

// The file is `Explored/FileChunks.swift`: three lines in two chunks. So every interleaving of the two
// threads can be run. In the last three forms the user cancels at any moment.

func tornLines() throws { try readTornLines(of: file) { result.append($0) } }
func brokenCharacters() throws { try readBrokenCharacters(of: file) { result.append($0) } }
func chunks() throws { try readLines(of: file) { result.append(String(decoding: $0, as: UTF8.self)) } }

func eachLine() { start(.eachLine) }
func batches() { start(.batches) }

func lateLines() {
    start(.lateBatches)
    cancelLater()
}

func flag() {
    start(.batchesWithFlag)
    cancelLater()
}

func cancelled() {
    start(.batches)
    cancelLater()
}

private let file = TextFile("lines.txt")
private var result: [String] = []
private var app: LineApp?
private var isCancelled = false

private func start(_ delivery: Delivery) {
    let started = LineApp(file, delivery, LineList(batchSize: 1))
    app = started
    started.start()
}

/// The user presses "Cancel" between two blocks of the main queue.
private func cancelLater() {
    DispatchQueue.main.async {
        isCancelled = true
        app?.cancel()
    }
}

/// The outcome, which the explorer asks for when no thread can take another step.
func outcome() -> String {
    if isCancelled, let list = app?.list { return "lines shown after cancel(): \(list.linesAfterClosing)" }
    return (app?.list.tally.all ?? result).joined(separator: ", ")
}

func allowed(_ outcome: String) -> Bool { ["ä, ö, ü", "lines shown after cancel(): 0"].contains(outcome) }
