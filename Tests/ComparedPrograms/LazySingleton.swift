import Dispatch

/// The album of this program; there should be only one.
final class Album {
    private static var instance: Album?

    /// Checks first and creates then: two threads that check at the same time both find none.
    static var shared: Album {
        if let instance { return instance }
        let album = Album()
        instance = album
        return album
    }
}

/// Stores the album that a block was given.
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
