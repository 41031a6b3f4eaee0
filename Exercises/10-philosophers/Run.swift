import Synchronization

/// 10-philosophers: some philosophers are held while they eat. Their neighbours must wait, and the
/// others must not.
///
/// Two seats always stay empty, so the order of the locks cannot lead to a deadlock here. The
/// explorer finds that.
public enum PhilosophersRun {
    public typealias Dine = (_ seat: Int, _ eat: @escaping () -> Void) -> Void

    /// The observations.
    public struct Observations: Codable, Sendable {
        /// Philosophers that share no fork, and those of them that ate at the same time.
        public var apart = 3
        public var together = 0
        /// Whether the first philosopher ate.
        public var firstAte = false
        /// The states of the two neighbours of a philosopher that was held while eating.
        public var neighbours: [ProbeThread.Standing] = []
        /// The neighbours that ate meanwhile.
        public var neighboursAte = 0
        /// Whether a philosopher ate whose forks were free, while the neighbours waited.
        public var farOneAte = false
        /// Calls that did not return, although no philosopher was held.
        public var stuckCalls = 0
        /// Meals in the last round, in which each philosopher eats twice, alone.
        public var mealsWanted = 0
        public var meals = 0
    }

    private static let seats = 6

    /// Runs the checks against an attempt and ends the process.
    /// - Parameter lay: lays a new table.
    public static func run(_ lay: (_ seats: Int) -> Dine) -> Never {
        AttemptRun.begin()
        var seen = Observations()
        eatAlone(Attempt(lay(5)), of: 5, &seen)
        if seen.stuckCalls == 0 { eatTogether(Attempt(lay(seats)), &seen) }
        if seen.stuckCalls == 0 { holdOne(Attempt(lay(seats)), &seen) }
        AttemptRun.end(seen)
    }

    /// Philosophers 0, 2 and 4 of six wait for each other while they eat.
    private static func eatTogether(_ table: Attempt<Dine>, _ seen: inout Observations) {
        let meeting = CountingEvent(), met = CountingEvent(), isHopeless = Atomic(false)
        let crowd = seen.apart
        let philosophers = (0..<crowd).map { number in
            ProbeThread("philosopher \(number * 2)") { _ in
                table.code(number * 2) {
                    TraceMark.put("eats")
                    // After one has waited in vain, later ones need not wait.
                    if meeting.gather(crowd, patience: isHopeless.load(ordering: .relaxed) ? .zero : ProbeThread.patience) {
                        met.happen()
                    } else {
                        isHopeless.store(true, ordering: .relaxed)
                    }
                    TraceMark.put("has eaten")
                }
            }
        }
        seen.stuckCalls = ProbeThread.stuck(philosophers, patience: ProbeThread.patience * 2)
        seen.together = met.times == 0 ? min(1, meeting.times) : met.times
    }

    /// Philosopher 0 is held. Philosophers 1 and 5 share a fork with it, philosopher 3 does not.
    private static func holdOne(_ table: Attempt<Dine>, _ seen: inout Observations) {
        let eats = CountingEvent(), mayFinish = CountingEvent(), neighbourAte = CountingEvent(), farOneAte = CountingEvent()
        let isHeld = Atomic(false)
        let first = ProbeThread("philosopher 0") { _ in
            table.code(0) {
                TraceMark.put("eats")
                isHeld.store(true, ordering: .releasing)
                eats.happen()
                mayFinish.wait()
                isHeld.store(false, ordering: .releasing)
                TraceMark.put("has eaten")
            }
        }
        _ = first.settle { eats.times > 0 }
        seen.firstAte = eats.times > 0
        let neighbours = [1, 5].map { seat in
            let neighbour = ProbeThread("philosopher \(seat)") { _ in
                table.code(seat) { if isHeld.load(ordering: .acquiring) { neighbourAte.happen() } }
            }
            seen.neighbours.append(neighbour.settle())
            return neighbour
        }
        seen.neighboursAte = neighbourAte.times
        let far = ProbeThread("philosopher 3") { _ in
            table.code(3) { if isHeld.load(ordering: .acquiring) { farOneAte.happen() } }
        }
        // A philosopher that eats returns soon after.
        _ = far.settle()
        seen.farOneAte = farOneAte.times > 0
        mayFinish.happen()
        seen.stuckCalls = ProbeThread.stuck([first, far] + neighbours)
    }

    /// One after the other, each philosopher eats twice, on a thread of its own.
    private static func eatAlone(_ table: Attempt<Dine>, of seats: Int, _ seen: inout Observations) {
        let meals = CountingEvent()
        for round in 1...2 {
            for seat in 0..<seats where seen.stuckCalls == 0 {
                let philosopher = ProbeThread("philosopher \(seat), meal \(round)") { _ in table.code(seat) { meals.happen() } }
                seen.mealsWanted += 1
                seen.stuckCalls = ProbeThread.stuck([philosopher])
            }
        }
        seen.meals = meals.times
    }
}
