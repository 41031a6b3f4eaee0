import Dispatch

// The fix: the two objects submit blocks to each other with `async`. An answer comes back as a block
// too. A block ends without waiting for the other queue.

public final class AsynchronousAlbum: @unchecked Sendable {  // `queue` protects the photos.
    private var photos: [String] = []
    private let queue = DispatchQueue(label: "album")

    public init() {}

    func add(_ photo: String, noting journal: AsynchronousJournal, meanwhile: @escaping @Sendable () -> Void) {
        queue.async {
            self.photos.append(photo)
            meanwhile()
            journal.note("added \(photo)")
        }
    }

    func count(_ answer: @escaping @Sendable (Int) -> Void) {
        queue.async { answer(self.photos.count) }
    }
}

public final class AsynchronousJournal: @unchecked Sendable {  // `queue` protects the lines.
    private var lines: [String] = []
    private let queue = DispatchQueue(label: "journal")
    private let written: @Sendable () -> Void

    /// - Parameter written: is called after each line.
    public init(written: @escaping @Sendable () -> Void) { self.written = written }

    var count: Int { queue.sync { lines.count } }

    func note(_ line: String) {
        queue.async {
            self.lines.append(line)
            self.written()
        }
    }

    func report(on album: AsynchronousAlbum, meanwhile: @escaping @Sendable () -> Void) {
        queue.async {
            meanwhile()
            album.count { photos in self.note("\(photos) photos") }
        }
    }
}

/// Both queues run at the same time, and each asks the other one for something.
public func askEachOther(meeting: Meeting?) -> CallReport {
    let lines = DispatchGroup()
    let album = AsynchronousAlbum()
    let journal = AsynchronousJournal(written: { lines.leave() })
    for _ in 1...2 { lines.enter() }
    album.add("photo 1", noting: journal, meanwhile: { meeting?.meet() })
    journal.report(on: album, meanwhile: { meeting?.meet() })
    lines.wait()
    return CallReport(photos: 1, lines: journal.count)
}
