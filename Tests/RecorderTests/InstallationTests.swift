import Foundation
import Testing
import Words

@testable import System

/// A tree that works wherever it is: the programs find it by its mark.
@Suite struct InstallationTests {
    private let made = Installation(
        version: "0.9.0", commit: "90af706be", swift: "6.3.1", processor: "x86_64", build: "release", source: "/build/interleave")

    /// A build folder in a temporary tree that has these files.
    private func tree(_ files: [String: Data], _ body: (BuildFolder, String) throws -> Void) throws {
        let root = NSTemporaryDirectory() + "/interleave-tree-\(UUID().uuidString)"
        defer { try? FileManager.default.removeItem(atPath: root) }
        try FileManager.default.createDirectory(atPath: "\(root)/a class/lib/interleave/programs", withIntermediateDirectories: true)
        for (path, bytes) in files { try bytes.write(to: URL(filePath: "\(root)/\(path)")) }
        var build = BuildFolder.current
        build.folder = "\(root)/a class/lib/interleave/programs"
        try body(build, root)
    }

    @Test("The nearest mark above the programs is the tree, also inside of a package; a package alone is no installation")
    func nearest() throws {
        let mark = try JSONEncoder().encode(made)
        try tree(["a class/lib/interleave/installation.json": mark, "Package.swift": Data()]) { build, root in
            #expect(build.package == "\(root)/a class/lib/interleave")
            #expect(build.installation == made)
        }
        try tree(["Package.swift": Data()]) { build, root in
            #expect(build.package == root)
            #expect(build.installation == nil)
        }
    }

    @Test("A file that is missing in an installation is not built: the error says to install again")
    func missing() throws {
        try tree(["a class/lib/interleave/installation.json": try JSONEncoder().encode(made)]) { build, _ in
            let error = #expect(throws: ExplainedError.self) { try build.locate("lab-none", product: "lab-none", sources: ["Labs"]) }
            #expect(error?.message.contains("lab-none is missing in this installation") == true)
            try Data("a".utf8).write(to: URL(filePath: "\(build.folder)/lab-none"))
            #expect(try build.locate("lab-none", product: "lab-none", sources: ["Labs"]) == "\(build.folder)/lab-none")
        }
    }

    @Test(
        "A path of the build is found in the tree; another path stays as it is",
        arguments: [
            ("/build/interleave/Labs/Race/main.swift", "/tree/Labs/Race/main.swift"),
            ("/build/interleave-2/a.swift", "/build/interleave-2/a.swift"),
            ("/usr/include/stdio.h", "/usr/include/stdio.h"),
        ])
    func path(_ built: String, _ here: String) { #expect(made.found(built, in: "/tree") == here) }

    @Test(
        "A toolchain with the same first two numbers fits; with another one the refusal names both, and none is the compiler's own error",
        arguments: [("6.3.1", true), ("6.3", true), ("6.3.10", true), ("6.2.3", false), ("6.30.1", false), ("7.3.1", false)])
    func toolchain(_ version: String, _ fits: Bool) throws {
        try made.check(nil)
        let toolchain = try #require(Toolchain(words: "Swift version \(version) (swift-\(version)-RELEASE)"))
        do throws(ExplainedError) {
            try made.check(toolchain)
            #expect(fits)
        } catch {
            #expect(!fits && error.message.contains("Swift 6.3.1") && error.message.contains("Swift \(version)."))
        }
    }
}
