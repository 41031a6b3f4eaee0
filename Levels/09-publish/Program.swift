import Foundation
import Synchronization

final class Page: @unchecked Sendable {
    var text = ""
    let isReady = Atomic(false)
}

/// A writer says that a page is ready, and then writes it.
func publishWithoutOrder() {
    let page = Page()
    let writer = Thread {
        page.isReady.store(true, ordering: .releasing)
        page.text = "Hello"
    }
    writer.start()
    if page.isReady.load(ordering: .acquiring) {
        precondition(page.text == "Hello")
    }
}
