import Dispatch
import Synchronization

/// An album on which each access takes time, a write more than a read. It counts the readers and
/// writers that are inside at the same time.
///
/// A change takes two steps: first the cover, then the contents. Each single step is safe here (an
/// "atomic property"). So without protection the memory stays valid, but the values are wrong:
/// photos are lost, and the cover does not match the contents.
public final class WatchedAlbum: Album {
    @AtomicProperty private var count = 0
    @AtomicProperty private var photos: [Photo] = []

    private let visitors = Mutex(Visitors())
    private let pace: Mutex<Pace>

    /// The meeting of this round; nil if the threads do not wait for each other.
    @AtomicProperty var meeting: Meeting? = nil

    /// The place where the others wait, if only one visitor at a time can be inside; nil: no thread waits for them.
    @AtomicProperty var waitingRoom: WaitingRoom? = nil

    /// Counts unfinished writes. A writer enters it before `add`, and `append` leaves it.
    let writesUnderWay = DispatchGroup()

    /// A read takes about 1 ms, a write about 3 ms; `seed` varies these times.
    public init(seed: UInt64) {
        pace = Mutex(Pace(state: seed))
    }

    public func append(_ photo: Photo) {
        visitors.withLock { $0.enter(.writer) }
        defer { visitors.withLock { $0.leave(.writer) } }

        let meeting = meeting
        let found = photos  // Read the photos …
        count = found.count + 1  // … write the new number on the cover …
        meeting?.arrive(.writer)
        waitingRoom?.stay()
        calculate(steps: 3 * visit)
        meeting?.waitForReaders()
        photos = found + [photo]  // … and write them back with one photo more.
        writesUnderWay.leave()
    }

    public func snapshot() -> Snapshot {
        visitors.withLock { $0.enter(.reader) }
        defer { visitors.withLock { $0.leave(.reader) } }

        let meeting = meeting
        meeting?.arrive(.reader)
        waitingRoom?.stay()
        let cover = count
        calculate(steps: visit)
        let contents = photos
        meeting?.readerHasLooked()
        return Snapshot(count: cover, photos: contents)
    }

    /// The counts so far.
    var crowd: Visitors { visitors.withLock { $0 } }

    private var visit: Int { pace.withLock { $0.next() } }
}

/// The readers and writers inside the album, and the maximum counts.
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

/// The lengths of accesses: about 1 ms of calculation on a machine of 2020. The same seed gives the
/// same lengths (SplitMix64; Steele, Lea and Flood, 2014).
private struct Pace {
    var state: UInt64

    mutating func next() -> Int {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = (state ^ (state >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return 240_000 + Int(mixed >> 32) % 120_000
    }
}
