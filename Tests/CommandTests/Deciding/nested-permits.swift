// deadlock: 15, 20
// Says: (hold and wait)
// Advises: pass the first one on
import Foundation

final class Printers: @unchecked Sendable {
    private let free = DispatchSemaphore(value: 2)

    func withPrinter(_ action: () -> Void) {
        free.wait()
        action()
        free.signal()
    }
    func printBook() {
        withPrinter {
            printCover()
        }
    }
    private func printCover() {
        withPrinter {}
    }
}

func scenario() {
    let printers = Printers(), group = DispatchGroup()
    for _ in 0..<2 { DispatchQueue.global().async(group: group) { printers.printBook() } }
    group.wait()
}
