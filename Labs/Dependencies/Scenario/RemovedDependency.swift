import Foundation

/// A frame needs no photo, so its dependency on the download is removed again.
///
/// On Linux, Foundation counts the dependencies that are not finished, and `removeDependency` does
/// not change that count. So the frame never becomes ready, not even after the download.
public func removeDependency(latency: TimeInterval) -> Observations {
    let record = PhotoRecord("coffee.png"), diary = Diary()
    let photoQueue = OperationQueue()
    photoQueue.name = "photoQueue"
    let download = ImageDownloader(record, diary, latency: latency)
    let frame = FrameDrawing(diary)
    frame.addDependency(download)

    frame.removeDependency(download)
    photoQueue.addOperations([frame, download], waitUntilFinished: false)

    photoQueue.waitUntilAllOperationsAreFinished()
    return Observations(record, diary: diary)
}

/// The way around it: another operation, which never had the dependency.
///
/// The first frame is let go. On Linux, the download would still refer to it without keeping it
/// alive, and crash when it finishes. So the dependency is removed all the same.
public func replaceOperation(latency: TimeInterval, meeting: Meeting? = nil) -> Observations {
    let record = PhotoRecord("coffee.png"), diary = Diary()
    let photoQueue = OperationQueue()
    photoQueue.name = "photoQueue"
    let download = ImageDownloader(record, diary, latency: latency, meeting: meeting)
    var frame = FrameDrawing(diary, meeting: meeting)
    frame.addDependency(download)

    frame.removeDependency(download)
    frame = FrameDrawing(diary, meeting: meeting)
    photoQueue.addOperations([frame, download], waitUntilFinished: false)

    photoQueue.waitUntilAllOperationsAreFinished()
    return Observations(record, diary: diary)
}
