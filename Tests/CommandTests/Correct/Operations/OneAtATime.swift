import Foundation

/// A queue that runs one operation at a time needs no lock for what only its operations touch.
final class Printer {
    private let queue = OperationQueue()
    private var pages = 0

    init() { queue.maxConcurrentOperationCount = 1 }

    func print() { queue.addOperation { self.pages += 1 } }

    func finish() -> Int {
        queue.waitUntilAllOperationsAreFinished()
        return pages
    }
}

func scenario() -> Int {
    let printer = Printer()
    printer.print()
    printer.print()
    return printer.finish()
}

func allowed(_ pages: Int) -> Bool { pages == 2 }
