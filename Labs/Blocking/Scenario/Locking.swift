import Synchronization

/// The bug: the lock is held across an `await`. Other tasks block their threads meanwhile, and the owner needs one of them to go on.
func printWithLock(_ page: Int, on printer: Printer, _ lock: PrinterLock) async {
    lock.acquire()
    await printer.print(page)
    lock.release()
}

/// The fix: the lock is held for the next number only. `withLock` takes no `await`.
func printNextPage(of book: Book, on printer: Printer) async {
    let page = book.nextPage()
    await printer.print(page)
}

final class Book: Sendable {
    private let page = Mutex(0)

    func nextPage() -> Int {
        page.withLock { page in
            page += 1
            return page
        }
    }
}

/// An actor: its other tasks are suspended, and need no thread.
actor PrintShop {
    private let printer: Printer

    init(_ printer: Printer) { self.printer = printer }

    func printPage(_ page: Int) async {
        await printer.print(page)
    }
}
