import Foundation
import Synchronization

/// The computer of a spacecraft on Mars: one processor, three tasks and a watchdog.
///
/// Every cycle has 125 ms. The bus task must have delivered its data 100 ms after the cycle began,
/// or the watchdog resets the computer. (Here it counts the reset, and the tasks go on.)
public struct Spacecraft: Sendable {
    public var cycles: Int
    /// For how long the weather task uses the bus, in milliseconds.
    public var weather: Int
    /// For how long the communication task computes. It does not need the bus.
    public var communication: Int

    public init(cycles: Int, weather: Int, communication: Int) {
        self.cycles = cycles
        self.weather = weather
        self.communication = communication
    }

    public func fly(with bus: InformationBus) -> Mission {
        let log = MissionLog(), start = now()
        // So no task runs before all of them exist.
        RealTimeThread.goFirst()
        let tasks = [
            RealTimeThread("watchdog", priority: 40) {
                eachCycle(from: start, after: 100) { cycle in log.check(cycle) }
            },
            RealTimeThread("bus", priority: 30) {
                eachCycle(from: start, after: 5) { _ in
                    let asked = now()
                    bus.use {
                        log.waits.append(now() - asked)
                        compute(milliseconds: 5)
                    }
                    log.delivered.add(1, ordering: .sequentiallyConsistent)
                }
            },
            RealTimeThread("communication", priority: 20) {
                eachCycle(from: start, after: 10) { _ in compute(milliseconds: communication) }
            },
            RealTimeThread("weather", priority: 10) {
                eachCycle(from: start, after: 0) { _ in
                    bus.use { compute(milliseconds: weather) }
                }
            },
        ]
        for task in tasks { task.join() }
        return Mission(cycles: cycles, resets: log.resets, waits: log.waits)
    }

    /// Does something in each cycle, at this time after the cycle's begin.
    private func eachCycle(from start: Double, after delay: Double, _ work: (Int) -> Void) {
        for cycle in 0..<cycles {
            sleep(until: start + Double(cycle) * 125 + delay)
            work(cycle)
        }
    }
}

/// The events of a mission. Only the bus task changes `waits`, and only the watchdog `resets`.
private final class MissionLog: @unchecked Sendable {
    let delivered = Atomic(0)
    var waits: [Double] = []
    var resets = 0

    /// The watchdog's look: has the bus task delivered its data of this cycle?
    func check(_ cycle: Int) {
        if delivered.load(ordering: .sequentiallyConsistent) > cycle { return }
        resets += 1
        print("Cycle \(cycle + 1): the bus task is late. The watchdog resets the computer.")
    }
}
