// Runs a random program natively, again and again. It is compiled together with the programs, and with a list `programs` of them.
//
//     runs NUMBER SECONDS
//
// Each new outcome is printed when it is first seen, so that nothing is lost if the program crashes. The last line has the number of runs.

import Foundation
import Synchronization

/// How a program is called: an asynchronous one runs as a Swift task.
enum Call {
    case sync(() -> String)
    case async(@Sendable () async -> String)
}

/// Finished runs: the watchdog looks at them.
let finishedRuns = Atomic(0)
let threadNumbers = Atomic(0)
/// How strongly `disturb()` disturbs the current run.
let disturbance = Atomic(0)

/// Stands between the steps of a program. Usually it does nothing or little; sometimes it gives up the processor.
func disturb() {
    let level = disturbance.load(ordering: .relaxed)
    if level == 0 { return }
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    let number = (time.tv_nsec &* 2_654_435_761 + threadNumbers.wrappingAdd(7, ordering: .relaxed).newValue &* 40_503) >> 7
    switch number & 15 {
    case 0..<(level * 2): spin((number >> 4) & 1023)
    case 12..<(12 + level): sched_yield()
    case 15 where level == 3 && (number >> 4) & 7 == 0: usleep(UInt32((number >> 8) & 63))
    default: break
    }
}

private func spin(_ rounds: Int) {
    for _ in 0..<rounds { threadNumbers.add(1, ordering: .relaxed) }
}

/// Ends the process if no thread has done anything for some seconds: the program hangs.
///
/// A slow machine is no reason: a thread that can run is not asleep. (libdispatch adds a thread after about a second if all are blocked.)
func watch() {
    var runs = -1, switches = -1, restingRounds = 0
    while true {
        usleep(250_000)
        let now = finishedRuns.load(ordering: .relaxed), (areAsleep, count) = otherThreads()
        restingRounds = areAsleep && now == runs && count == switches ? restingRounds + 1 : 0
        (runs, switches) = (now, count)
        if restingRounds >= 16 {
            print("hangs")
            exit(3)
        }
    }
}

/// Whether all other threads are asleep, and how often they gave up the processor.
private func otherThreads() -> (areAsleep: Bool, switches: Int) {
    let own = (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/thread-self"))?.split(separator: "/").last.map(String.init)
    var areAsleep = true, switches = 0
    for thread in (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/task")) ?? [] where thread != own {
        guard let status = try? String(contentsOfFile: "/proc/self/task/\(thread)/status", encoding: .utf8) else { continue }
        for line in status.split(separator: "\n") {
            if line.hasPrefix("State:") && !line.contains("S (") { areAsleep = false }
            // (An idle worker thread looks for work now and then; a thread that ends makes the sum smaller.)
            if line.hasPrefix("voluntary_ctxt_switches:") && thread == "\(getpid())" {
                switches += Int(line.split(separator: "\t")[1]) ?? 0
            }
        }
    }
    return (areAsleep, switches)
}

@main struct Runs {
    static func main() {
        setvbuf(stdout, nil, Int32(_IOLBF), 0)
        let call = programs[Int(CommandLine.arguments[1])!], seconds = Double(CommandLine.arguments[2])!
        Thread { watch() }.start()
        let end = Date().addingTimeInterval(seconds)
        var counts: [String: Int] = [:], run = 0
        repeat {
            disturbance.store(run & 3, ordering: .relaxed)
            let outcome: String
            switch call {
            case .sync(let body): outcome = body()
            case .async(let body):
                let done = DispatchSemaphore(value: 0), text = Mutex("")
                Task.detached {
                    let result = await body()
                    text.withLock { $0 = result }
                    done.signal()
                }
                done.wait()
                outcome = text.withLock { $0 }
            }
            if counts.updateValue(counts[outcome, default: 0] + 1, forKey: outcome) == nil { print("outcome \(outcome)") }
            run += 1
            finishedRuns.store(run, ordering: .relaxed)
        } while run & 15 != 0 || Date() < end
        print("runs \(run)")
        exit(0)
    }
}
