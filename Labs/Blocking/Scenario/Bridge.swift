import Dispatch

/// The bug: a synchronous function waits for asynchronous code. It blocks the thread of the task that calls it, and the code needs one.
func printAndWait(_ page: Int, on printer: Printer) {
    let isPrinted = DispatchSemaphore(value: 0)
    Task {
        await printer.print(page)
        isPrinted.signal()
    }
    isPrinted.wait()
}

/// The fix: the function is asynchronous, too, and so are its callers.
func printAndSuspend(_ page: Int, on printer: Printer) async {
    await printer.print(page)
}
