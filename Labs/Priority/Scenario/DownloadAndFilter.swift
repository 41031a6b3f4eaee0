import Foundation

/// A photo is downloaded, and then filtered. The filter needs the downloaded photo.
final class Photo: @unchecked Sendable {  // Its variables are protected by `lock`.
    private let lock = NSLock()
    private var isDownloaded = false
    private var isFiltered = false

    func download() {
        lock.lock()
        isDownloaded = true
        lock.unlock()
    }

    func filter() {
        lock.lock()
        if isDownloaded { isFiltered = true }
        lock.unlock()
    }

    var hasBeenFiltered: Bool {
        lock.lock()
        defer { lock.unlock() }
        return isFiltered
    }
}

/// The download and the filter of one photo, as operations.
private struct PhotoOperations {
    let photo = Photo()
    let journal = Journal()
    let download: Operation
    let filter: Operation

    init(download downloadPriority: Operation.QueuePriority, filter filterPriority: Operation.QueuePriority) {
        let photo = photo, journal = journal
        download = BlockOperation {
            photo.download()
            journal.note("download")
        }
        download.name = "download"
        download.queuePriority = downloadPriority
        filter = BlockOperation {
            photo.filter()
            journal.note("filter")
        }
        filter.name = "filter"
        filter.queuePriority = filterPriority
    }

    func observations(added: [String]) -> PhotoObservations {
        PhotoObservations(added: added, ran: journal.order, photosFiltered: photo.hasBeenFiltered ? 1 : 0)
    }
}

/// The bug: priorities are meant to bring the download before the filter. They do so only while
/// the queue is busy with the list of photos.
public func orderByPriority(_ lull: Lull? = nil) -> PhotoObservations {
    let queue = makeFilterQueue(), photo = PhotoOperations(download: .veryHigh, filter: .veryLow)
    queue.addOperation(readList(photo.journal))
    lull?.wait(for: queue)
    queue.addOperation(photo.filter)
    queue.addOperation(photo.download)
    queue.waitUntilAllOperationsAreFinished()
    return photo.observations(added: ["list", "filter", "download"])
}

/// The fix: the filter depends on the download.
public func orderByDependency(_ lull: Lull? = nil) -> PhotoObservations {
    let queue = makeFilterQueue(), photo = PhotoOperations(download: .normal, filter: .normal)
    photo.filter.addDependency(photo.download)
    queue.addOperation(readList(photo.journal))
    lull?.wait(for: queue)
    queue.addOperation(photo.filter)
    queue.addOperation(photo.download)
    queue.waitUntilAllOperationsAreFinished()
    return photo.observations(added: ["list", "filter", "download"])
}

/// The filter is very important, and it depends on a download that is not.
public func dependOnLowPriority() -> PhotoObservations {
    let queue = makeFilterQueue(), photo = PhotoOperations(download: .veryLow, filter: .veryHigh)
    photo.filter.addDependency(photo.download)
    queue.isSuspended = true
    queue.addOperation(photo.filter)
    queue.addOperation(photo.download)
    queue.addOperation(PhotoFilter("other photo", .normal, photo.journal))
    queue.isSuspended = false
    queue.waitUntilAllOperationsAreFinished()
    return photo.observations(added: ["filter", "download", "other photo"])
}

/// The cure: the download is as important as the filter that needs it.
public func raiseDownload() -> PhotoObservations {
    let queue = makeFilterQueue(), photo = PhotoOperations(download: .veryHigh, filter: .veryHigh)
    photo.filter.addDependency(photo.download)
    queue.isSuspended = true
    queue.addOperation(photo.filter)
    queue.addOperation(photo.download)
    queue.addOperation(PhotoFilter("other photo", .normal, photo.journal))
    queue.isSuspended = false
    queue.waitUntilAllOperationsAreFinished()
    return photo.observations(added: ["filter", "download", "other photo"])
}

private func readList(_ journal: Journal) -> Operation {
    let list = BlockOperation { journal.note("list") }
    list.name = "list"
    return list
}
