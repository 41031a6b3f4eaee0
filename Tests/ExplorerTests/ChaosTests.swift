import Testing

@testable import Explorer

/// The detector and the delays of real runs, fed by hand.
@Suite struct ChaosTests {
    private final class Notes {
        var all: [ChaosNote] = []
        var races: [ChaosNote] { all.filter { if case .race = $0 { true } else { false } } }
    }

    private func detector(_ notes: Notes, threads: Int = 2) -> ChaosDetector {
        var detector = ChaosDetector(
            ChaosOrder(seed: 1, trace: "", errors: ""), findsRaces: true, offset: { $0 }, tell: { notes.all.append($0) })
        for _ in 0..<threads { detector.addThread() }
        return detector
    }

    private func write(_ detector: inout ChaosDetector, by thread: Int, at place: UInt, isAtomic: Bool = false) {
        detector.access(0x1000, size: 8, writes: true, isAtomic: isAtomic, isMark: false, by: thread, at: place)
    }

    @Test("Two writes that nothing orders are a data race, and each pair of places is told once")
    func race() {
        let notes = Notes()
        var detector = detector(notes)
        for _ in 0..<3 {
            write(&detector, by: 0, at: 11)
            write(&detector, by: 1, at: 22)
        }
        let there = ChaosNote.race(ChaosRace(earlier: 11, later: 22, earlierWrites: true, laterWrites: true))
        let back = ChaosNote.race(ChaosRace(earlier: 22, later: 11, earlierWrites: true, laterWrites: true))
        #expect(notes.races == [there, back])
        #expect(notes.all.contains(.meeting(ChaosMeeting(earlier: 11, later: 22))))
    }

    @Test("A release and an acquire of one object order two writes, those of two objects do not")
    func order() {
        let ordered = Notes(), unordered = Notes()
        for (notes, object) in [(ordered, 5 as UInt), (unordered, 6)] {
            var detector = detector(notes)
            write(&detector, by: 0, at: 11)
            detector.release(5, by: 0)
            detector.acquire(object, by: 1)
            write(&detector, by: 1, at: 22)
        }
        #expect(ordered.races.isEmpty)
        #expect(unordered.races.count == 1)
    }

    @Test("Memory that is allocated again has no past, and atomic accesses do not race with each other")
    func noRace() {
        let notes = Notes()
        var detector = detector(notes)
        write(&detector, by: 0, at: 11)
        detector.forget(from: 0x1000, size: 16)
        write(&detector, by: 1, at: 22, isAtomic: true)
        write(&detector, by: 0, at: 33, isAtomic: true)
        #expect(notes.races.isEmpty)
    }

    @Test("Beyond the most threads that it knows, the detector looks for no data race and says so")
    func threads() {
        let notes = Notes()
        var detector = detector(notes, threads: ChaosDetector.mostThreads + 2)
        write(&detector, by: 0, at: 11)
        write(&detector, by: ChaosDetector.mostThreads + 1, at: 22)
        #expect(notes.all.filter { $0 == .tooManyThreads }.count == 1)
        #expect(notes.races.isEmpty)
    }

    @Test("A run has as many delays as were ordered, at chosen places only, and the same ones with the same seed")
    func delays() {
        func delays(_ seed: UInt64) -> [UInt32] {
            var order = ChaosOrder(seed: seed, trace: "", errors: "")
            order.delays = 2
            order.places = [7]
            order.steps = 1000
            var delays = ChaosDelays(order)
            return (0..<3000).map { delays.delay(at: $0.isMultiple(of: 3) ? 7 : 8) }
        }
        let one = delays(3)
        #expect(one == delays(3))
        #expect(one != delays(4))
        #expect(one.count { $0 > 0 } == 2)
        #expect(one.enumerated().allSatisfy { $0.element == 0 || $0.offset.isMultiple(of: 3) })
        #expect(one.allSatisfy { $0 == 0 || (ChaosDelays.shortest...ChaosDelays.longest).contains($0) })
    }

    @Test("A note is the same after it was written as a line and read again")
    func notes() {
        let all: [ChaosNote] = [
            .meeting(ChaosMeeting(earlier: 1, later: 2)), .race(ChaosRace(earlier: 3, later: 4, earlierWrites: false, laterWrites: true)),
            .steps(5), .sleeps(6), .tooManyThreads, .noOrders,
        ]
        for note in all { #expect(ChaosNote(note.text) == note) }
        for line in ["", "chaos", "chaos race 1 2", "chaos steps x", "meeting 1 2"] { #expect(ChaosNote(line) == nil) }
    }

    @Test("Only a sleep that is longer than the ones before is told")
    func sleeps() {
        let notes = Notes()
        var detector = detector(notes)
        for seconds in [1, 20, 10, 30] { detector.sleep(nanoseconds: UInt64(seconds) * 1_000_000_000) }
        #expect(notes.all == [.sleeps(21), .sleeps(31)])
    }
}
