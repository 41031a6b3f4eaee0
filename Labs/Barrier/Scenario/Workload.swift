import Foundation
import Synchronization

/// Which threads are forced to overlap, inside the album or at its door.
public enum Meetings: Sendable {
    /// No thread waits for another one. Whether threads overlap depends on chance.
    case leftToChance
    /// The readers of a round. The writers wait outside until the readers are inside.
    case readers
    /// The readers of a round, and two writers.
    case everyone
    /// One visitor is inside, and all others of the round wait outside.
    case outside
}

/// The work of a run: in each round every reader reads once and every writer adds one photo.
public struct Workload: Sendable {
    public var readers: Int
    public var writers: Int
    public var rounds: Int
    public var meetings: Meetings
    public var seed: UInt64

    public init(readers: Int, writers: Int, rounds: Int, meetings: Meetings = .leftToChance, seed: UInt64 = 1) {
        self.readers = readers
        self.writers = writers
        self.rounds = rounds
        self.meetings = meetings
        self.seed = seed
    }

    /// The meeting of the next round; nil if the previous one was given up.
    func makeMeeting(after last: Meeting? = nil) -> Meeting? {
        if last?.isGivenUp == true { return nil }
        return switch meetings {
        case .leftToChance, .outside: nil
        case .readers: Meeting(readers: readers, writers: 0)
        case .everyone: Meeting(readers: readers, writers: 2)
        }
    }

    /// The place where all other threads of a round wait; nil if they need not wait.
    func makeWaitingRoom() -> WaitingRoom? { meetings == .outside ? WaitingRoom(for: readers + writers) : nil }

    func photo(ofWriter writer: Int, round: Int) -> Photo {
        Photo(number: (round - 1) * writers + writer)
    }

    /// Runs each reader and each writer on its own thread, and returns the observations.
    public func run(_ makeLibrary: (Album) -> PhotoLibrary) -> Observations {
        let album = WatchedAlbum(seed: seed)
        let library = makeLibrary(album)
        let journal = Journal()
        let turnstile = Turnstile(for: readers + writers)
        let everybody = DispatchGroup()
        album.meeting = makeMeeting()
        let waitingRoom = makeWaitingRoom()
        album.waitingRoom = waitingRoom

        for reader in 1...readers {
            startThread("reader \(reader)", in: everybody) {
                for round in 1...rounds {
                    waitingRoom?.arrive()
                    journal.enter(library.photos(), round: round)
                    turnstile.pass { album.meeting = album.meeting.flatMap { makeMeeting(after: $0) } }
                }
            }
        }
        for writer in 1...writers {
            startThread("writer \(writer)", in: everybody) {
                for round in 1...rounds {
                    album.meeting?.waitAtTheDoor()
                    album.writesUnderWay.enter()
                    waitingRoom?.arrive()
                    library.add(photo(ofWriter: writer, round: round))
                    waitForWrites(in: album)
                    turnstile.pass { album.meeting = album.meeting.flatMap { makeMeeting(after: $0) } }
                }
            }
        }
        everybody.wait()
        album.writesUnderWay.wait()
        album.meeting = nil
        album.waitingRoom = nil
        let last = library.photos()
        return Observations(self, journal.reads, last: last, crowd: album.crowd, mostWaiting: waitingRoom?.most)
    }

    /// The same with tasks in place of threads, for the actor.
    public func runOnActor() async -> Observations {
        let album = WatchedAlbum(seed: seed)
        let library = ActorLibrary(album)
        let journal = Journal()
        let waitingRoom = makeWaitingRoom()
        album.waitingRoom = waitingRoom

        for round in 1...rounds {
            await withTaskGroup(of: Void.self) { everybody in
                for reader in 1...readers {
                    everybody.addTask(name: "reader \(reader)") {
                        waitingRoom?.arrive()
                        journal.enter(await library.photos(), round: round)
                    }
                }
                for writer in 1...writers {
                    everybody.addTask(name: "writer \(writer)") {
                        album.writesUnderWay.enter()
                        waitingRoom?.arrive()
                        await library.add(photo(ofWriter: writer, round: round))
                    }
                }
            }
        }
        album.waitingRoom = nil
        let last = await library.photos()
        return Observations(self, journal.reads, last: last, crowd: album.crowd, mostWaiting: waitingRoom?.most)
    }

    private func startThread(_ name: String, in group: DispatchGroup, _ body: @escaping () -> Void) {
        group.enter()
        Thread.detachNewThread {
            Thread.current.name = name
            body()
            group.leave()
        }
    }
}

/// The results of all reads.
private final class Journal {
    private let entries = Mutex<[(Snapshot, round: Int)]>([])

    func enter(_ snapshot: Snapshot, round: Int) { entries.withLock { $0.append((snapshot, round)) } }

    var reads: [(Snapshot, round: Int)] { entries.withLock { $0 } }
}
