// assertion: 11, 15
// Says: `completionBlock` is submitted only then
// Advises: Do in the operation itself

import Foundation
final class Printer: @unchecked Sendable {
    private let lock = NSLock()
    private var stamps = 0
    func printPage() {
        let page = BlockOperation { print("page") }
        page.completionBlock = { self.lock.withLock { self.stamps += 1 } }
        page.start()
        page.waitUntilFinished()
    }
    var count: Int { lock.withLock { stamps } }
}
func scenario() -> Int {
    let printer = Printer()
    printer.printPage()
    return printer.count
}
func allowed(_ count: Int) -> Bool { count == 1 }
