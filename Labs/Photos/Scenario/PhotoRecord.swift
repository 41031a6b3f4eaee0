import Foundation

/// All states of a row.
public enum PhotoRecordState: String, Sendable { case new, downloaded, filtered, failed }

/// A row of the table. Only the main thread reads and changes it.
public final class PhotoRecord {
    public let name: String
    public let address: URL
    public private(set) var state = PhotoRecordState.new
    public private(set) var picture: Picture?
    /// Why there is no picture, if the state is `failed`.
    public private(set) var failure: PhotoFailure?

    init(name: String, address: URL) {
        self.name = name
        self.address = address
    }

    /// The photo has arrived, or it never will.
    func finishDownload(_ result: Result<Picture, PhotoFailure>) {
        switch result {
        case .success(let picture): (state, self.picture) = (.downloaded, picture)
        case .failure(let failure): (state, self.failure) = (.failed, failure)
        }
    }

    func finishFiltration(_ sepia: Picture) {
        state = .filtered
        picture = sepia
    }

    /// The row is far from the screen: its picture gives its memory back, and is fetched again when
    /// the row returns.
    func letPictureGo() {
        guard picture != nil else { return }
        picture = nil
        state = .new
    }
}
