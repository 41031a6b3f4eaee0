import Glibc
import TestSupport
import Testing

@testable import System

@Suite(.serialized, .startsProcesses) struct InterruptCounterTests {
    // A signal that nothing else in these tests uses.
    private let signal = SIGWINCH

    private func handler() -> Int {
        var found = sigaction()
        sigaction(signal, nil, &found)
        return unsafeBitCast(found.__sigaction_handler.sa_handler, to: Int.self)
    }

    @Test(
        "Counters at the same time count each signal, and the last one restores the handler, in whatever order they end",
        arguments: [true, false])
    func overlap(_ endsFirstFirst: Bool) {
        // (A thread of a pool holds signals back.)
        var set = sigset_t(), held = sigset_t()
        sigemptyset(&set)
        sigaddset(&set, signal)
        pthread_sigmask(SIG_UNBLOCK, &set, &held)
        defer { pthread_sigmask(SIG_SETMASK, &held, nil) }
        let before = handler()
        let first = InterruptCounter([signal])
        raise(signal)
        let second = InterruptCounter([signal])
        #expect(first.count == 1 && second.count == 0)
        raise(signal)
        #expect(first.count == 2 && second.count == 1)
        let (one, other) = endsFirstFirst ? (first, second) : (second, first)
        one.end()
        one.end()
        #expect(handler() != before)
        raise(signal)
        #expect(other.count == (endsFirstFirst ? 2 : 3))
        other.end()
        #expect(handler() == before)
    }
}
