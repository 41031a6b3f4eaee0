import FoundationEssentials
import Glibc
import System

/// The facts that a reader needs to repeat a verdict: the versions of the tools, and the machine.
enum Versions {
    /// "Swift 6.3.1", "Linux 6.1.0", "x86_64, 8 cores".
    static func all() -> [String] {
        ["Interleave \(ToolVersion.number)" + ((BuildFolder.current.installation?.commit ?? ownCommit()).map { " (commit \($0))" } ?? "")]
            + [Toolchain().map { "Swift \($0.version)" }].compactMap(\.self)
            + [system(), processor()]
    }

    private static func system() -> String {
        let lines = (try? String(contentsOfFile: "/etc/os-release", encoding: .utf8))?.split(separator: "\n") ?? []
        let name = lines.first { $0.hasPrefix("PRETTY_NAME=") }.map { $0.dropFirst("PRETTY_NAME=".count).filter { $0 != "\"" } }
        var facts = utsname()
        uname(&facts)
        let release = withUnsafeBytes(of: &facts.release) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
        return "\(name.map { "\($0), " } ?? "")Linux \(release)"
    }

    private static func processor() -> String {
        let info = (try? String(contentsOfFile: "/proc/cpuinfo", encoding: .utf8))?.split(separator: "\n") ?? []
        let model = info.first { $0.hasPrefix("model name") }?.split(separator: ":").last.map { $0.drop { $0 == " " } }
        let architecture = ToolVersion.processor
        let cores = ProcessInfo.processInfo.activeProcessorCount
        return "\(model.map { "\($0), " } ?? "")\(architecture), \(cores) \(cores == 1 ? "core" : "cores")"
    }

    /// The commit of this copy of the package; nil: it is not a checkout.
    static func ownCommit() -> String? {
        guard let package = BuildFolder.current.package else { return nil }
        func text(_ file: String) -> String? {
            (try? String(contentsOfFile: "\(package)/.git/\(file)", encoding: .utf8)).map { String($0.prefix { $0 != "\n" }) }
        }
        guard let head = text("HEAD") else { return nil }
        let name = head.hasPrefix("ref: ") ? String(head.dropFirst(5)) : nil
        guard let commit = name.map({ text($0) ?? packed($0, in: package) }) ?? head, commit.count >= 40,
            commit.allSatisfy(\.isHexDigit)
        else { return nil }
        return String(commit.prefix(9))
    }

    /// The commit of a branch that has no file of its own.
    private static func packed(_ name: String, in package: String) -> String? {
        let lines = (try? String(contentsOfFile: "\(package)/.git/packed-refs", encoding: .utf8))?.split(separator: "\n") ?? []
        return lines.first { $0.hasSuffix(" \(name)") }.map { String($0.prefix { $0 != " " }) }
    }
}
