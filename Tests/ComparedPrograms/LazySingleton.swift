import Dispatch

/// The album of this program; there should be one.
final class Album {
    private static var instance: Album?

    /// Looks first and makes it then: two who look at once both find nothing.
    static var shared: Album {
        if let instance { return instance }
        let album = Album()
        instance = album
        return album
    }
}

/// Where a block puts the album that it was given.
final class Hand {
    var album: Album?
}

func scenario() -> String {
    let group = DispatchGroup(), left = Hand(), right = Hand()
    for hand in [left, right] { DispatchQueue.global().async(group: group) { hand.album = Album.shared } }
    group.wait()
    return left.album === right.album ? "one album" : "two albums"
}

func allowed(_ albums: String) -> Bool { albums == "one album" }
