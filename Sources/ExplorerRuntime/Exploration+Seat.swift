import Explorer
import FoundationEssentials
import Glibc

/// A program that is played: it answers questions until there are no more.
extension Exploration {
    /// Opens a player's pipe. It comes before the process is confined, because a confined one could not open it.
    static func open(_ seat: ExplorationRequest.Seat) -> Int32 {
        let pipe = Glibc.open(seat.pipe, O_RDONLY | O_CLOEXEC), input = fcntl(pipe, F_DUPFD_CLOEXEC, 100)
        close(pipe)
        guard input >= 0 else { _exit(70) }
        Watchdog.keep(input)
        return input
    }

    /// A question is a line of JSON on the pipe. An answer is the word that only the explorer knows, and a line of JSON.
    func play(_ session: ExplorationSession, _ seat: ExplorationRequest.Seat, on input: Int32) -> Never {
        var questions = Lines(descriptor: input)
        while let line = questions.next() {
            guard let question = try? JSONDecoder().decode(SeatQuestion.self, from: Data(line)) else { _exit(70) }
            let answer = session.answer(question, places: seat.places, ordersResumptions: seat.ordersResumptions)
            guard let bytes = try? JSONEncoder().encode(answer) else { _exit(70) }
            channel.send(answer: Array(bytes), secret: order.secret)
        }
        _exit(0)
    }
}

/// The lines of a pipe.
private struct Lines {
    let descriptor: Int32
    private var bytes: [UInt8] = []

    init(descriptor: Int32) { self.descriptor = descriptor }

    /// The next line; nil: there is none.
    mutating func next() -> [UInt8]? {
        var searched = 0
        while true {
            if let end = bytes[searched...].firstIndex(of: UInt8(ascii: "\n")) {
                let line = Array(bytes[..<end])
                bytes.removeFirst(end + 1)
                return line
            }
            searched = bytes.count
            var buffer = [UInt8](repeating: 0, count: 1 << 16)
            let count = read(descriptor, &buffer, buffer.count)
            if count < 0 && errno == EINTR { continue }
            guard count > 0 else { return nil }
            bytes += buffer.prefix(count)
        }
    }
}
