import FoundationEssentials
import Glibc
import System
import Words

/// The tools that have to be installed.
extension DoctorFinding {
    static func tools() -> [DoctorFinding] {
        let installation = BuildFolder.current.installation
        let version = DoctorFinding("interleave", ToolVersion.text.replacing("\n", with: ", ").replacing("interleave ", with: ""))
        // (An installation is not built again, so it needs nothing for that.)
        if let installation { return [version, swift(for: installation), recorder()] }
        return [
            version, swift(), curses(), tool("git", "downloads the packages that the build needs"),
            tool("tmux", "runs the terminal tests, which are skipped without it", .note), recorder(),
        ]
    }

    /// The toolchain of an installation compiles attempts and explored programs, and must fit to its libraries.
    private static func swift(for installation: Installation) -> DoctorFinding {
        let found = swift(use: "compiles attempts at exercises, and programs to explore", lowest: installation.swift)
        guard found.state == .fine, let program = path(of: "swift") else { return found }
        do throws(ExplainedError) { try installation.check(Toolchain(of: program)) } catch {
            return DoctorFinding("swift", .missing, error.message, cure: error.cure)
        }
        return found
    }

    private static func swift(
        use: String = "builds the labs and the recorder", lowest: String = "\(Toolchain.lowest.major).\(Toolchain.lowest.minor)"
    ) -> DoctorFinding {
        let cure = "Install Swift \(lowest) or later and put it on the PATH: https://www.swift.org/install/linux"
        guard let program = path(of: "swift") else {
            return DoctorFinding("swift", .missing, use, cure: cure)
        }
        guard let toolchain = Toolchain(of: program) else {
            return DoctorFinding("swift", .note, "\(program), which does not report its version", cure: cure)
        }
        return toolchain.isTooOld
            ? DoctorFinding("swift", .missing, "\(toolchain.version) is too old, \(program)", cure: cure)
            : DoctorFinding("swift", "\(toolchain.version), \(program)")
    }

    private static func curses() -> DoctorFinding {
        let headers = ["/usr/include/ncursesw/curses.h", "/usr/include/ncurses.h", "/usr/local/include/ncursesw/curses.h"]
        guard let header = headers.first(where: { access($0, R_OK) == 0 }) else {
            return DoctorFinding("ncursesw", .missing, "the development files for full-screen views are missing", cure: "./setup")
        }
        return DoctorFinding("ncursesw", header)
    }

    private static func tool(_ name: String, _ use: String, _ state: State = .missing) -> DoctorFinding {
        path(of: name).map { DoctorFinding(name, $0) } ?? DoctorFinding(name, state, use, cure: "./setup")
    }

    private static func recorder() -> DoctorFinding {
        let build = BuildFolder.current
        let library = "\(build.folder)/\(PreloadLibrary.name)"
        if access(library, R_OK) == 0 { return DoctorFinding("recorder", library) }
        return build.package == nil || build.installation != nil
            ? DoctorFinding("recorder", .missing, "\(library) is missing", cure: "In the package: swift build --product InterleavePreload")
            : DoctorFinding("recorder", "not built yet (interleave trace builds it when necessary)")
    }

    private static func path(of tool: String) -> String? {
        let folders = getenv("PATH").map { String(cString: $0) } ?? "/usr/bin:/bin"
        return folders.split(separator: ":").map { "\($0)/\(tool)" }.first { access($0, X_OK) == 0 }
    }
}
