import Foundation
import Glibc
import TestSupport
import Testing

/// Programs and options that `interleave trace` refuses before anything runs.
@Suite(.startsProcesses) struct TraceStartTests {
    let folder: Folder
    init() throws { folder = try Folder() }

    private func trace(_ words: String...) throws -> Commands.Outcome { try Commands.run(["trace"] + words, in: folder) }

    @Test("A missing file, or one that is not a program, is refused with the reason")
    func notThere() throws {
        let trace = ["-o", folder.file("t")]
        func refused(_ program: String) throws -> Commands.Outcome {
            try Commands.run(["trace"] + trace + ["--", program], in: folder)
        }
        try refused("/nowhere/program").expectMisuse("/nowhere/program", "No such file")
        try refused("no-such-program-anywhere").expectMisuse("no-such-program-anywhere", "PATH")
        try refused(folder.path).expectMisuse("a folder")
        try refused("/dev/null").expectMisuse("not a regular file")
        try Data("not executable".utf8).write(to: URL(fileURLWithPath: folder.file("text")))
        try refused(folder.file("text")).expectMisuse("is not executable", "chmod +x")
        try refused(folder.executable("words", "no format that runs")).expectMisuse("cannot be run")
        try refused(folder.executable("cut", "\u{7F}ELF\u{2}\u{1}")).expectMisuse("cannot be run")
        try refused("").expectMisuse("No program was given")
        #expect(!FileManager.default.fileExists(atPath: folder.file("t")))
    }

    @Test("Without a program, and with an option that trace does not have, it prints its usage")
    func usage() throws {
        try trace().expectMisuse("No program was given", "interleave trace -o")
        try trace("--").expectMisuse("No program was given")
        try trace("--bufer", "3M", "/bin/true").expectMisuse("--bufer", "--buffer")
    }

    @Test("A static program and one with the Swift libraries inside are refused, because their calls could not be recorded")
    func statics() throws {
        let programs = try Programs.all()
        try trace("-o", folder.file("t"), "--", programs.staticProgram).expectMisuse("linked statically")
        try trace("-o", folder.file("t"), "--", programs.staticLibraries).expectMisuse("-static-stdlib")
    }

    @Test("An output that cannot be written is refused with the reason, and no existing file is destroyed")
    func output() throws {
        let program = try Programs.all().everything
        try trace("-o", "/nowhere/t", "--", program).expectMisuse("/nowhere/t", "No such file")
        try trace("-o", folder.path, "--", program).expectMisuse("a folder")
        try trace("-o", "/proc/t", "--", program).expectMisuse("/proc/t")
        try trace("-o", "/dev/null", "--", program).expectMisuse("not a regular file")
        var device = stat()
        #expect(stat("/dev/null", &device) == 0 && device.st_mode & S_IFMT == S_IFCHR)
        let copy = folder.file("program")
        try ExecutableFile.copy(program, to: copy)
        try trace("-o", copy, "--", copy).expectMisuse("the program itself")
        #expect(FileManager.default.contentsEqual(atPath: program, andPath: copy))
    }

    @Test("A folder that is not writable is refused", .enabled(if: geteuid() != 0, "root can write everywhere"))
    func readOnlyFolder() throws {
        chmod(folder.path, 0o500)
        defer { chmod(folder.path, 0o700) }
        try Commands.run(["trace", "-o", folder.file("t"), "--", "/bin/true"], in: Folder()).expectMisuse("Permission denied")
    }

    @Test("A program that does not use libdispatch runs as usual, with a message that there was nothing to record")
    func nothingToRecord() throws {
        let outcome = try trace("-o", folder.file("t"), "--", "/bin/sh", "-c", "echo out; exit 9")
        #expect(outcome.code == 9)
        #expect(outcome.output == "out\n")
        #expect(outcome.errors.contains("nothing was recorded"))
        #expect(!FileManager.default.fileExists(atPath: folder.file("t")))
    }

    // MARK: sanitizers

    private func compile(_ compiler: String, _ options: [String], _ source: String, as name: String) throws -> String {
        let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("Programs/\(source)").path
        let outcome = try Commands.run("/usr/bin/env", [compiler] + options + [file, "-o", self.folder.file(name)], in: folder)
        try #require(outcome.code == 0, "\(outcome.errors)")
        return folder.file(name)
    }

    @Test("A program with ThreadSanitizer's runtime, inside or in a library, is refused with the reason, and not left spinning")
    func threadSanitizer() throws {
        let inside = try compile("swiftc", ["-sanitize=thread"], "Minimal.swift", as: "inside")
        try trace("-o", folder.file("t"), "--", inside).expectMisuse("was built with ThreadSanitizer", "without -sanitize=thread")
        let shared = try compile("clang", ["-fsanitize=thread", "-shared-libsan"], "static.c", as: "shared")
        try trace("-o", folder.file("t"), "--", shared).expectMisuse("was built with ThreadSanitizer")
        #expect(!FileManager.default.fileExists(atPath: folder.file("t")))
    }

    @Test("A program that loads a library with ThreadSanitizer is refused with the library's name, before it runs")
    func sanitizedLibrary() throws {
        let library = try compile("clang", ["-fsanitize=thread", "-shared", "-fPIC", "-Dmain=work"], "static.c", as: "libwork.so")
        let program = try compile(
            "clang", ["-Wl,--allow-shlib-undefined", "-Wl,--no-as-needed", library], "static.c", as: "loads")
        try trace("-o", folder.file("t"), "--", program).expectMisuse("libwork.so", "was built with ThreadSanitizer")
        #expect(FileManager.default.fileExists(atPath: library))
        #expect(!FileManager.default.fileExists(atPath: folder.file("t")))
    }

    @Test("A script that starts a program with ThreadSanitizer: the program runs as usual, and the tracer says why it is not recorded")
    func sanitizedByScript() throws {
        let inside = try compile("swiftc", ["-sanitize=thread"], "Minimal.swift", as: "inside")
        let alone = try Commands.run(inside, [], in: folder)
        for script in [inside, "exec \(inside)"] {
            let outcome = try trace("-o", folder.file("t"), "--", "/bin/sh", "-c", script)
            #expect(!outcome.timedOut)
            #expect(outcome.code == alone.code && outcome.output == alone.output)
            #expect(outcome.errors.contains("inside was built with ThreadSanitizer"))
        }
    }

    @Test("A program with AddressSanitizer's runtime inside is traced; with the runtime in a library it is refused with the reason")
    func addressSanitizer() throws {
        let inside = try compile("swiftc", ["-sanitize=address"], "Minimal.swift", as: "inside")
        let (outcome, trace) = try Commands.trace(inside, in: folder)
        #expect(outcome.code == 0, "\(outcome.errors)")
        #expect(!trace.items.isEmpty)
        let shared = try compile("clang", ["-fsanitize=address", "-shared-libsan"], "static.c", as: "shared")
        try self.trace("-o", folder.file("t"), "--", shared).expectMisuse("loads AddressSanitizer's runtime from a library")
    }
}
