import Dispatch
import Foundation
import Testing
import Trace

extension RecorderTests {
    @Test("Threads that were created during one recording and begin during the next have lanes of their own there")
    func lanesOfLaterThreads() throws {
        let gate = DispatchSemaphore(value: 0), done = DispatchGroup()
        func start(_ count: Int) {
            for _ in 0..<count {
                done.enter()
                Thread {
                    gate.wait()
                    done.leave()
                }.start()
            }
        }
        // Some of these threads run for the first time when this recording has ended.
        _ = try Self.record { start(50) }
        let trace = try Self.record {
            start(50)
            for _ in 0..<100 { gate.signal() }
            done.wait()
        }
        let lanes = trace.events.filter { $0.kind == .groupLeft }.map(\.lane)
        #expect(lanes.count == 100 && Set(lanes).count == 100)
    }
}
