import ArgumentParser
import Foundation

/// `interleave doctor`: what is installed, what is missing, what this machine can do.
struct DoctorCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "doctor", abstract: "Say what is installed, what is missing, and what this machine can do.",
        discussion: "Exit code 0 when nothing that is needed is missing, 1 otherwise.")

    func run() throws {
        let findings = Self.needs() + Self.abilities()
        let width = findings.map(\.name.count).max() ?? 0
        for finding in findings {
            print("\(finding.state.mark)  \(finding.name.padding(toLength: width, withPad: " ", startingAt: 0))  \(finding.text)")
            if let cure = finding.cure { print("   \(String(repeating: " ", count: width))    → \(cure)") }
        }
        if findings.contains(where: { $0.state == .missing }) { throw ExitCode(1) }
    }

    struct Finding {
        enum State {
            case fine, note, missing
            var mark: String { self == .fine ? "ok     " : self == .note ? "note   " : "missing" }
        }
        var state: State
        var name: String
        var text: String
        var cure: String?
    }

    /// What has to be there.
    private static func needs() -> [Finding] {
        let path = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
        func tool(_ name: String, for use: String, cure: String) -> Finding {
            let folder = path.first { FileManager.default.isExecutableFile(atPath: "\($0)/\(name)") }
            return Finding(
                state: folder == nil ? .missing : .fine, name: name, text: folder.map { "\($0)/\(name), \(use)" } ?? use,
                cure: folder == nil ? cure : nil)
        }
        let headers = ["/usr/include/ncursesw/curses.h", "/usr/include/ncurses.h"].first { FileManager.default.fileExists(atPath: $0) }
        let library = BuildFolder.current.folder + "/" + PreloadLibrary.name
        let built = FileManager.default.fileExists(atPath: library)
        return [
            tool("swift", for: "to build labs and what is traced", cure: "https://www.swift.org/install/linux"),
            tool("tmux", for: "for the tests of what the terminal shows", cure: "./setup"),
            Finding(
                state: headers == nil ? .missing : .fine, name: "ncurses", text: headers ?? "for the full-screen views",
                cure: headers == nil ? "./setup" : nil),
            Finding(
                state: built ? .fine : .note, name: "recorder library", text: built ? library : "not built yet; interleave trace builds it",
                cure: built ? nil : "swift build --product InterleavePreload"),
        ]
    }

    /// What this machine does well or less well; nothing here stops anything.
    private static func abilities() -> [Finding] {
        func content(_ file: String) -> String {
            ((try? String(contentsOfFile: file, encoding: .utf8)) ?? "").trimmingCharacters(in: .whitespacesAndNewlines)
        }
        let source = content("/sys/devices/system/clocksource/clocksource0/current_clocksource")
        let counter = source == "tsc" || source == "arch_sys_counter"
        let cores = ProcessInfo.processInfo.activeProcessorCount
        let disk = try? FileManager.default.attributesOfFileSystem(forPath: ".")[.systemFreeSize] as? Int
        let free = (disk ?? 0) >> 20
        let kernel = content("/proc/sys/kernel/osrelease")
        return [
            Finding(
                state: counter ? .fine : .note, name: "clock",
                text: counter
                    ? "\(source): a time stamp takes about 10 ns"
                    : "\(source.isEmpty ? "unknown" : source): time stamps go through the kernel's clock, about 30 ns each"),
            Finding(
                state: cores > 1 ? .fine : .note, name: "cores",
                text: cores > 1 ? "\(cores)" : "1: work takes turns instead of running side by side; timelines show that"),
            Finding(state: .fine, name: "kernel", text: kernel),
            Finding(
                state: free > 256 ? .fine : .note, name: "disk", text: "\(free) MiB free here",
                cure: free > 256 ? nil : "A trace takes up to 64 MiB: free some space, or use --buffer"),
        ]
    }
}
