import Foundation

/// A queue of width 1: a download, and after it an operation that shows the photo.
public func downloadSilently() -> Observations { run(SilentDownload.init) }

/// The same with the fix.
public func downloadAndAnnounce() -> Observations { run(AnnouncedDownload.init) }

private func run(_ makeDownload: (String, Console) -> Operation) -> Observations {
    let console = Console()
    let operationQueue = OperationQueue()
    operationQueue.name = "operationQueue"
    operationQueue.maxConcurrentOperationCount = 1

    let download = makeDownload("download", console)
    let show = BlockOperation { console.print("shows the photo", from: "show") }
    show.name = "show"
    operationQueue.addOperations([download, show], waitUntilFinished: false)

    operationQueue.waitUntilAllOperationsAreFinished()
    console.print("All operations are finished")
    return Observations(console)
}
