import Foundation
import TestSupport
import Testing

/// `./setup` for a user who is not root, on machines with missing packages.
@Suite(.startsProcesses) struct SetupTests {
    let folder: Folder
    init() throws { folder = try Folder() }

    private static let package = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().path

    /// Runs it with only these commands, and those of every system. It cannot become root there.
    private func setup(_ commands: [String], _ arguments: [String] = []) throws -> (code: Int32, words: String) {
        let bin = folder.file("bin")
        try FileManager.default.createDirectory(atPath: bin, withIntermediateDirectories: true)
        let always = ["bash", "dirname", "readlink", "realpath", "grep", "head"]
        for name in always + commands {
            let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
            let path = try #require(folders.map { (folder: Substring) -> String in "\(folder)/\(name)" }.first { access($0, X_OK) == 0 })
            try? FileManager.default.createSymbolicLink(atPath: "\(bin)/\(name)", withDestinationPath: path)
        }
        // The user's number: for root, it would install packages.
        for (name, text) in [("id", "echo 1000"), ("sudo", "exit 1"), ("apt-get", "exit 1"), ("git", "exit 0")] {
            try ExecutableFile.write("#!\(bin)/bash\n\(text)\n", to: "\(bin)/\(name)")
        }
        let process = Process(), words = Pipe()
        process.executableURL = URL(filePath: "\(bin)/bash")
        process.arguments = ["\(Self.package)/setup"] + arguments
        process.environment = ["PATH": bin, "HOME": folder.file("")]
        process.standardError = words
        process.standardOutput = words
        try process.run()
        let bytes = words.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        return (process.terminationStatus, String(decoding: bytes, as: UTF8.self))
    }

    @Test("Without tmux and without root it continues, and says which tests are skipped; with --tests it names the package")
    func tmux() throws {
        let (code, words) = try setup(["swift"])
        #expect(code == 0 && words.contains("tmux") && words.contains("are skipped"), "\(words)")
        let tests = try setup(["swift"], ["--tests"])
        #expect(tests.code == 1 && tests.words.contains("Install as root: apt-get install tmux"), "\(tests.words)")
    }

    @Test("Without a toolchain it names its website; a wrong option is answered with the right one")
    func toolchain() throws {
        let (code, words) = try setup([])
        #expect(code == 1 && words.contains("Missing: the Swift toolchain"), "\(words)")
        let wrong = try setup([], ["--all"])
        #expect(wrong.code == 2 && wrong.words.contains("Usage: ./setup [--tests | --install PREFIX | --archive]"), "\(wrong.words)")
    }

    @Test("It installs into no folder that has something else, and needs a folder: both are said before anything is built")
    func install() throws {
        let other = folder.file("other/lib/interleave")
        try FileManager.default.createDirectory(atPath: other, withIntermediateDirectories: true)
        let (code, words) = try setup(["swift"], ["--install", folder.file("other")])
        #expect(code == 1 && words.contains("other/lib/interleave is there, and it is not an installation"), "\(words)")
        for wrong in [["--install"], ["--install", "a", "b"], ["--install", "--fast"], ["--archive", "--fast"]] {
            let answer = try setup(["swift"], wrong)
            #expect(answer.code == 2 && answer.words.hasPrefix("Usage: ./setup \(wrong[0])"), "\(answer.words)")
        }
    }

    @Test("On a system with musl it says that glibc is needed")
    func musl() throws {
        let bin = folder.file("bin")
        try FileManager.default.createDirectory(atPath: bin, withIntermediateDirectories: true)
        try ExecutableFile.write("#!\(bin)/bash\necho 'musl libc (x86_64)' >&2\nexit 1\n", to: "\(bin)/ldd")
        let (code, words) = try setup(["swift"])
        #expect(code == 1 && words.contains("Interleave needs glibc"), "\(words)")
    }
}
