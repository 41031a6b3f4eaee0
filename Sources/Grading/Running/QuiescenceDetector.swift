import FoundationEssentials

/// Detects that a process makes no progress: all its threads sleep, and none has had a context
/// switch since the last check.
///
/// The checks themselves end each wait after two seconds without progress, so a longer standstill
/// does not end. A learner with a deadlock gets the report before the time limit. A thread in
/// `sleep` will wake up, so that is not a standstill.
struct QuiescenceDetector {
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

    /// Checks, four times a second at most, whether there was no progress for this long.
    mutating func isComplete() -> Bool {
        let now = ContinuousClock.now
        guard now >= nextLook else { return false }
        nextLook = now + .milliseconds(250)
        let found = switchesIfAllSleep()
        if found < 0 || found != switches { since = now }
        switches = found
        return now - since >= Self.limit
    }

    /// The number of context switches of all threads together; -1 while one of them runs or could
    /// run.
    private func switchesIfAllSleep() -> Int {
        let folder = "/proc/\(process)/task"
        guard let threads = try? FileManager.default.contentsOfDirectory(atPath: folder), !threads.isEmpty else { return -1 }
        var sum = 0
        for thread in threads {
            guard let bytes = FileManager.default.contents(atPath: "\(folder)/\(thread)/status") else { return -1 }
            // The number of the system call that it sleeps in, if the kernel reports it.
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
