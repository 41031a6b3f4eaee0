// An operation queue has a limit of its own. A queued operation is not a blocked thread.
import Foundation

typealias Download = (_ name: String) throws -> Void

func downloadAll(_ names: [String], atMost limit: Int, with download: @escaping Download) {
    let downloads = OperationQueue()
    downloads.maxConcurrentOperationCount = limit
    for name in names {
        downloads.addOperation { try? download(name) }
    }
    downloads.waitUntilAllOperationsAreFinished()
}
