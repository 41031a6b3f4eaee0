import FoundationEssentials

/// Notices that nothing in a process moves any more: all its threads sleep, and none has been switched to since the last look.
///
/// The checks themselves end each wait after two seconds in which nothing moves, so a longer standstill does not end. A learner who has built a deadlock
/// need not wait for the time limit to be told. A thread that sleeps for a time (`sleep`) will wake up by itself, so that is no standstill.
struct Stillness {
    static let limit = Duration.seconds(2.5)

    /// `nanosleep` and `clock_nanosleep`.
    #if arch(x86_64)
        private static let sleeps: Set = [35, 230]
    #else
        private static let sleeps: Set = [101, 115]
    #endif

    private let process: Int32
    private var switches = -1
    private var since = ContinuousClock.now
    private var nextLook = ContinuousClock.now

    init(of process: Int32) { self.process = process }

    /// Looks, four times a second at most; whether nothing has moved for so long.
    mutating func isComplete() -> Bool {
        let now = ContinuousClock.now
        guard now >= nextLook else { return false }
        nextLook = now + .milliseconds(250)
        let found = switchesIfAllSleep()
        if found < 0 || found != switches { since = now }
        switches = found
        return now - since >= Self.limit
    }

    /// How often all threads together have been switched to; -1 while one of them runs or could.
    private func switchesIfAllSleep() -> Int {
        let folder = "/proc/\(process)/task"
        guard let threads = try? FileManager.default.contentsOfDirectory(atPath: folder), !threads.isEmpty else { return -1 }
        var sum = 0
        for thread in threads {
            guard let bytes = FileManager.default.contents(atPath: "\(folder)/\(thread)/status") else { return -1 }
            // The number of the system call that it sleeps in, where the kernel tells it.
            let call = FileManager.default.contents(atPath: "\(folder)/\(thread)/syscall").map { String(decoding: $0, as: UTF8.self) }
            if let number = call?.split(separator: " ").first.flatMap({ Int($0) }), Self.sleeps.contains(number) { return -1 }
            for line in String(decoding: bytes, as: UTF8.self).split(separator: "\n") {
                let words = line.split { $0 == "\t" || $0 == " " }
                guard words.count > 1 else { continue }
                if words[0] == "State:", words[1] != "S" { return -1 }
                if words[0].hasSuffix("voluntary_ctxt_switches:") { sum += Int(words[1]) ?? 0 }
            }
        }
        return sum
    }
}
