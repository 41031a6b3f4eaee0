import Dispatch

// Two objects, each with a serial queue, call each other with `sync`.

public final class CallingAlbum: @unchecked Sendable {  // `queue` protects the photos.
    private var photos: [String] = []
    private let queue = DispatchQueue(label: "album")

    public init() {}

    var count: Int { queue.sync { photos.count } }

    func add(_ photo: String, noting journal: CallingJournal, meanwhile: () -> Void) {
        queue.sync {
            photos.append(photo)
            meanwhile()
            journal.note("added \(photo)")
        }
    }
}

public final class CallingJournal: @unchecked Sendable {  // `queue` protects the lines.
    private var lines: [String] = []
    private let queue = DispatchQueue(label: "journal")

    public init() {}

    var count: Int { queue.sync { lines.count } }

    func note(_ line: String) {
        queue.sync { lines.append(line) }
    }

    func report(on album: CallingAlbum, meanwhile: () -> Void) {
        queue.sync {
            meanwhile()
            lines.append("\(album.count) photos")
        }
    }
}

/// The bug: one thread is on the album's queue and waits for the journal's, and another thread is on
/// the journal's queue and waits for the album's.
public func callEachOther(meeting: Meeting?) -> CallReport {
    let album = CallingAlbum()
    let journal = CallingJournal()
    let everybody = DispatchGroup()
    DispatchQueue(label: "editor").async(group: everybody) {
        album.add("photo 1", noting: journal, meanwhile: { meeting?.meet() })
    }
    DispatchQueue(label: "reporter").async(group: everybody) {
        journal.report(on: album, meanwhile: { meeting?.meet() })
    }
    everybody.wait()
    return CallReport(photos: album.count, lines: journal.count)
}

/// The contents of the album and the journal in the end.
public struct CallReport: Codable, Sendable {
    public var photos: Int
    public var lines: Int
}
