import Foundation

/// The processors that this process can use, counted like libdispatch does it.
///
/// `ProcessInfo.activeProcessorCount` counts all processors of the machine. With `taskset` or in a
/// container, a process can use only some of them.
public func processorsOfThisProcess() -> Int {
    let status = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)) ?? ""
    // A bit for each processor, in groups of hexadecimal digits: "Cpus_allowed:  00000000,0000000f".
    let mask = status.split(separator: "\n").first { $0.hasPrefix("Cpus_allowed:") }?.dropFirst("Cpus_allowed:".count) ?? ""
    let allowed = mask.compactMap(\.hexDigitValue).reduce(0) { $0 + $1.nonzeroBitCount }
    return allowed > 0 ? allowed : ProcessInfo.processInfo.activeProcessorCount
}
