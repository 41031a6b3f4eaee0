import TestSupport
import Testing

@testable import Learning

@Suite("Saves and pauses, with the time as a value", .startsProcesses) struct TimingTests {
    @Test("A complete save is looked at shortly after it, a partial one only when the file is quiet")
    func quiet() {
        var file = SettlingFile()
        #expect(file.take(at: .seconds(9)) == nil)
        file.happened(at: .seconds(10), isComplete: true)
        #expect(file.take(at: .seconds(10) + .milliseconds(20)) == nil)
        #expect(file.take(at: .seconds(10) + .milliseconds(40)) == .seconds(10))
        #expect(file.due == nil)
        file.happened(at: .seconds(20), isComplete: false)
        #expect(file.take(at: .seconds(20) + .milliseconds(100)) == nil)
        // Emptied first, then written: one save.
        file.happened(at: .seconds(20) + .milliseconds(200), isComplete: true)
        #expect(file.take(at: .seconds(20) + .milliseconds(240)) == .seconds(20))
    }

    @Test("A file that never is quiet is looked at after a second")
    func endless() {
        var file = SettlingFile(), looks = 0
        for step in 0..<40 {
            file.happened(at: .milliseconds(100 * step), isComplete: false)
            if file.take(at: .milliseconds(100 * step)) != nil { looks += 1 }
        }
        #expect(looks == 3)
    }

    @Test("Work counts in full, a pause for five minutes at most, and nothing twice")
    func clock() {
        var clock = StudyClock(at: .zero)
        clock.touch(at: .seconds(60))
        clock.touch(at: .seconds(60 + 8 * 3600))
        #expect(clock.take(at: .seconds(60 + 8 * 3600)) == 360)
        #expect(clock.take(at: .seconds(70 + 8 * 3600)) == 10)
        // A clock that is set back counts nothing.
        clock.touch(at: .zero)
        #expect(clock.take(at: .zero) == 0)
    }
}
