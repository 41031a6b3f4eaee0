import Foundation

/// The table's questions, as in the lab. The list of photos is given here, not downloaded.
public protocol PhotoList: AnyObject {
    var photos: [PhotoRecord] { get }
    var table: TableView { get }
    func cellForRow(_ row: Int)
    func willBeginDragging()
    func didEndScrolling()
    func didEndDisplaying(_ row: Int)
}

extension PhotoList {
    public func willBeginDragging() {}
    public func didEndScrolling() {}
    public func didEndDisplaying(_ row: Int) {}
}

enum PhotoDetails {
    static func records(in file: Result<Data, PhotoFailure>, from server: URL) -> Result<[PhotoRecord], PhotoFailure> { .success([]) }
}
