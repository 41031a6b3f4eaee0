import Dispatch
import Foundation

/// A list is a value: each task works on the copy that it was given, whatever becomes of the original.
struct Playlist {
    var name: String
    var songs: [String]

    mutating func add(_ song: String) { songs.append(song) }
}

final class Library {
    private let lock = NSLock()
    private var playlist = Playlist(name: "Mine", songs: ["Blue"])

    var snapshot: Playlist { lock.withLock { playlist } }
    func add(_ song: String) { lock.withLock { playlist.add(song) } }
}

func scenario() -> String {
    let library = Library()
    let group = DispatchGroup()
    var copy = library.snapshot
    copy.add("Red")
    DispatchQueue.global().async(group: group) { library.add("Green") }
    var lengths = 0
    DispatchQueue.global().async(group: group) {
        var own = library.snapshot
        own.add("Grey")
        lengths = own.songs.count
    }
    group.wait()
    return "\(copy.songs) \(library.snapshot.songs) \(lengths == 2 || lengths == 3)"
}

func allowed(_ text: String) -> Bool { text == #"["Blue", "Red"] ["Blue", "Green"] true"# }
