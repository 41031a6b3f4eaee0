/// The steps of a real run's threads, in that order in which they happen: data races, and the steps at which threads meet.
///
/// It is pure: its caller must hold the lock. Data races are those of ``RaceDetector``, with a real thread in the place of each task.
struct ChaosDetector {
    /// The latest access to a word or call for an object, by any thread.
    private struct Latest {
        var thread: UInt32
        var place: UInt
        var writes: Bool
    }

    private var races: RaceDetector
    private var delays: ChaosDelays
    private var rows: [UInt: Int32] = [:]
    private var latest: [UInt: Latest] = [:]
    private var meetings: Set<ChaosMeeting> = []
    private var racesSeen: Set<ChaosRace> = []
    private var threads = 0
    private var isBlind = false
    private var longestSleep = 0
    private let offset: (UInt) -> UInt
    private let tell: (ChaosNote) -> Void

    /// The detector numbers threads in a byte.
    static let mostThreads = 250

    /// - Parameters:
    ///   - findsRaces: false if it is not told all that orders threads.
    ///   - offset: of an address in the program's file; 0: it is outside of it.
    init(_ order: ChaosOrder, findsRaces: Bool, offset: @escaping (UInt) -> UInt, tell: @escaping (ChaosNote) -> Void) {
        races = RaceDetector(reusing: nil)
        delays = ChaosDelays(order)
        isBlind = !findsRaces
        self.offset = offset
        self.tell = tell
        if isBlind { tell(.noOrders) }
    }

    mutating func addThread() {
        if threads == Self.mostThreads, !isBlind {
            isBlind = true
            tell(.tooManyThreads)
        }
        threads += 1
        if !isBlind { races.addTask(parent: nil) }
    }

    /// The delay before a step, in microseconds.
    mutating func delay(at place: UInt) -> UInt32 { delays.delay(at: offset(place)) }

    var steps: Int { delays.steps }

    mutating func acquire(_ object: UInt, by thread: Int) {
        if !isBlind, let row = rows[object] { races.acquire(thread, from: row) }
    }

    mutating func release(_ object: UInt, by thread: Int) {
        guard !isBlind else { return }
        var row = rows[object] ?? -1
        let isNew = row < 0
        races.release(thread, into: &row, keeping: true)
        if isNew { rows[object] = row }
    }

    /// The memory is new: what lay there before was another object.
    mutating func forget(from address: UInt, size: Int) {
        if !isBlind { races.forget(from: address, size: size) }
        if !latest.isEmpty, size <= 4096 {
            for word in stride(from: address & ~7, to: address + UInt(size), by: 8) { latest[word] = nil }
        }
    }

    mutating func access(_ address: UInt, size: Int, writes: Bool, isAtomic: Bool, isMark: Bool, by thread: Int, at place: UInt) {
        var kind: RaceDetector.Access = writes ? .write : []
        if isAtomic { kind.insert(.atomic) }
        if isMark { kind.insert(.mark) }
        let end = address + UInt(max(size, 1))
        var word = address & ~7
        while word < end {
            let first = word < address ? address - word : 0, last = min(end - word, 8)
            let mask = UInt8(truncatingIfNeeded: (1 << last) - (1 << first))
            meet(word, thread, place, writes: writes)
            if !isBlind {
                _ = races.access(word, mask: mask, kind, by: thread, at: place)
                for index in 0..<races.found.count { note(races.found[index]) }
            }
            word += 8
        }
    }

    /// The program calls something that concerns an object, such as a lock.
    mutating func call(_ object: UInt, by thread: Int, at place: UInt) { meet(object, thread, place, writes: true) }

    /// The program will wait for a known time.
    mutating func sleep(nanoseconds: UInt64) {
        let seconds = Int(min(nanoseconds, 86_400_000_000_000) / 1_000_000_000) + 1
        guard seconds > longestSleep, seconds > 2 else { return }
        longestSleep = seconds
        tell(.sleeps(seconds))
    }

    private mutating func meet(_ object: UInt, _ thread: Int, _ place: UInt, writes: Bool) {
        let now = Latest(thread: UInt32(thread), place: place, writes: writes)
        guard let before = latest.updateValue(now, forKey: object), before.thread != now.thread, before.writes || writes else { return }
        let meeting = ChaosMeeting(earlier: offset(before.place), later: offset(place))
        if meeting.earlier > 0, meeting.later > 0, meetings.insert(meeting).inserted { tell(.meeting(meeting)) }
    }

    private mutating func note(_ race: RaceDetector.Race) {
        let found = ChaosRace(
            earlier: offset(race.earlierPlace), later: offset(race.place), earlierWrites: race.earlierAccess.contains(.write),
            laterWrites: race.access.contains(.write))
        if racesSeen.insert(found).inserted { tell(.race(found)) }
    }
}
