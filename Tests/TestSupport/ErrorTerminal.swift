import Glibc

/// A terminal without a screen. A program whose standard error it is tells its progress, as it does for people.
package final class ErrorTerminal {
    struct NotMade: Error { var step: String }

    private let ours: Int32
    /// The program's end.
    package let theirs: Int32
    /// All that was read so far, escape sequences included.
    package private(set) var text = ""

    package init() throws {
        ours = open("/dev/ptmx", O_RDWR | O_NOCTTY | O_CLOEXEC)
        guard ours >= 0 else { throw NotMade(step: "open") }
        var locked: Int32 = 0, number: UInt32 = 0
        // (TIOCSPTLCK and TIOCGPTN, which the Glibc module leaves out.)
        guard ioctl(ours, 0x4004_5431, &locked) == 0, ioctl(ours, 0x8004_5430, &number) == 0 else {
            close(ours)
            throw NotMade(step: "unlock")
        }
        // If nothing reads any more, the program does not wait for that.
        theirs = open("/dev/pts/\(number)", O_RDWR | O_NOCTTY | O_CLOEXEC | O_NONBLOCK)
    }

    deinit {
        close(ours)
        close(theirs)
    }

    /// Reads until these words have been printed, or until a test waits for nothing any more.
    package func read(until words: String) {
        let deadline = ContinuousClock.now + .patience
        var bytes = [UInt8](repeating: 0, count: 4096)
        while !text.contains(words), ContinuousClock.now < deadline {
            var request = pollfd(fd: ours, events: Int16(POLLIN), revents: 0)
            guard poll(&request, 1, 100) > 0 else { continue }
            let count = Glibc.read(ours, &bytes, bytes.count)
            if count > 0 { text += String(decoding: bytes.prefix(count), as: UTF8.self) }
        }
    }
}
