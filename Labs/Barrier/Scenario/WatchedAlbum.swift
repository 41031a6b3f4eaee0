import Dispatch
import Synchronization

/// An album on which every visit takes time, a change more than a look, and which notices who is inside with whom.
///
/// Changing it takes two steps, as most changes do: the cover, then the contents. Each step by itself is safe here (an "atomic
/// property"), so what goes wrong without protection is not memory but meaning: photos are lost, covers lie.
public final class WatchedAlbum: Album {
    @AtomicProperty private var count = 0
    @AtomicProperty private var photos: [Photo] = []

    private let visitors = Mutex(Visitors())
    private let pace: Mutex<Pace>

    /// Where the visitors of this round wait for each other, if they do.
    @AtomicProperty var meeting: Meeting? = nil

    /// Photos on their way: entered by whoever adds one, left when it is in the album.
    let writesUnderWay = DispatchGroup()

    /// A look takes about a millisecond, a change about three; `seed` decides how much more or less.
    public init(seed: UInt64) {
        pace = Mutex(Pace(state: seed))
    }

    public func append(_ photo: Photo) {
        visitors.withLock { $0.enter(.writer) }
        defer { visitors.withLock { $0.leave(.writer) } }

        let meeting = meeting
        let found = photos  // Look at what is there …
        count = found.count + 1  // … write the new number on the cover …
        meeting?.arrive(.writer)
        calculate(steps: 3 * visit)
        meeting?.waitForReaders()
        photos = found + [photo]  // … and put back what was found, with one photo more.
        writesUnderWay.leave()
    }

    public func snapshot() -> Snapshot {
        visitors.withLock { $0.enter(.reader) }
        defer { visitors.withLock { $0.leave(.reader) } }

        let meeting = meeting
        meeting?.arrive(.reader)
        let cover = count
        calculate(steps: visit)
        let contents = photos
        meeting?.readerHasLooked()
        return Snapshot(count: cover, photos: contents)
    }

    /// The most that were inside at once, so far.
    var crowd: Visitors { visitors.withLock { $0 } }

    private var visit: Int { pace.withLock { $0.next() } }
}

/// Who is at the album, and the most that ever were.
struct Visitors {
    enum Role { case reader, writer }

    private var readers = 0
    private var writers = 0
    private(set) var mostAtOnce = 0
    private(set) var mostReadersAtOnce = 0
    private(set) var mostWritersAtOnce = 0
    private(set) var mostReadersBesideAWriter = 0

    mutating func enter(_ role: Role) {
        if role == .reader { readers += 1 } else { writers += 1 }
        mostAtOnce = max(mostAtOnce, readers + writers)
        mostReadersAtOnce = max(mostReadersAtOnce, readers)
        mostWritersAtOnce = max(mostWritersAtOnce, writers)
        if writers > 0 { mostReadersBesideAWriter = max(mostReadersBesideAWriter, readers) }
    }

    mutating func leave(_ role: Role) {
        if role == .reader { readers -= 1 } else { writers -= 1 }
    }
}

/// How long visits take: about a millisecond of calculation on a machine of 2020, the same lengths for the same seed (SplitMix64;
/// Steele, Lea and Flood, 2014).
private struct Pace {
    var state: UInt64

    mutating func next() -> Int {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = (state ^ (state >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return 240_000 + Int(mixed >> 32) % 120_000
    }
}
