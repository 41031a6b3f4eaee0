import Glibc
import TestSupport
import Testing

@testable import PhotosScenario

@Suite(.startsProcesses) struct FrameTests {
    @Test("A frame during which the process was stopped and continued is no late frame; the next one counts again")
    func stops() {
        Stops.watch()
        // (A thread of the pool can hold it back.)
        var signals = sigset_t()
        sigemptyset(&signals)
        sigaddset(&signals, SIGCONT)
        pthread_sigmask(SIG_UNBLOCK, &signals, nil)
        var times = FrameTimes()
        times.add(20, work: 1, stops: Stops.count)
        raise(SIGCONT)
        times.add(5000, work: 1, stops: Stops.count)
        #expect(times.count == 2 && times.worst == 20 && times.over33 == 0)
        times.add(40, work: 1, stops: Stops.count)
        #expect(times.worst == 40 && times.over33 == 1)
    }
}
