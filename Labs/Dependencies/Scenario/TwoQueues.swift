import Foundation

/// A queue for downloads and a queue for filters, as in the tutorial. Each runs one operation at a
/// time.
///
/// A dependency does not care about queues. While the first photo is filtered, the second one is
/// downloaded.
public func filterOnTwoQueues(latency: TimeInterval, meeting: Meeting? = nil) -> Observations {
    let coffee = PhotoRecord("coffee.png"), rocket = PhotoRecord("rocket.png"), diary = Diary()
    let downloadQueue = OperationQueue()
    downloadQueue.name = "downloadQueue"
    downloadQueue.maxConcurrentOperationCount = 1
    let filtrationQueue = OperationQueue()
    filtrationQueue.name = "filtrationQueue"
    filtrationQueue.maxConcurrentOperationCount = 1

    let downloads = [
        ImageDownloader(coffee, diary, latency: latency),
        ImageDownloader(rocket, diary, latency: latency, meeting: meeting),
    ]
    let filters = [ImageFiltration(coffee, diary, meeting: meeting), ImageFiltration(rocket, diary)]
    for (download, filter) in zip(downloads, filters) { filter.addDependency(download) }

    filtrationQueue.addOperations(filters, waitUntilFinished: false)
    downloadQueue.addOperations(downloads, waitUntilFinished: false)

    filtrationQueue.waitUntilAllOperationsAreFinished()
    return Observations(coffee, rocket, diary: diary)
}
