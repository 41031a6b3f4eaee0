import Foundation

/// The app behind a table: each variant of this lab is one. All calls come on the main thread.
public protocol PhotoList: AnyObject {
    var photos: [PhotoRecord] { get }
    var table: TableView { get }
    /// Loads the names and the addresses, and then asks the table to show them.
    func fetchPhotoDetails(from address: URL)
    /// The row is on the screen now: it has just arrived there, or it has changed.
    func cellForRow(_ row: Int)
    /// The user begins to scroll.
    func willBeginDragging()
    /// The table has stopped.
    func didEndScrolling()
    /// The row is far from the screen now.
    func didEndDisplaying(_ row: Int)
    /// Stops everything that is still under way.
    func close()
}

extension PhotoList {
    public func willBeginDragging() {}
    public func didEndScrolling() {}
    public func didEndDisplaying(_ row: Int) {}
}

/// An entry of the list on the server.
struct PhotoDetails: Decodable {
    var name: String
    var address: String

    /// The rows of the table in a downloaded list.
    static func records(in file: Result<Data, PhotoFailure>, from server: URL) -> Result<[PhotoRecord], PhotoFailure> {
        file.flatMap { file in
            guard let details = try? JSONDecoder().decode([PhotoDetails].self, from: file) else {
                return .failure(.damaged("the list of photos"))
            }
            return .success(
                details.compactMap { entry in
                    URL(string: entry.address, relativeTo: server).map { PhotoRecord(name: entry.name, address: $0) }
                })
        }
    }
}
