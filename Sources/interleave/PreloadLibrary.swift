import Foundation
import Recorder

/// The recorder as a library that is put under another program. It is built beside this executable.
enum PreloadLibrary {
    static let name = "libInterleavePreload.so"

    /// Its path; builds it when it is not there, saying so.
    static func locate() throws -> String {
        let build = BuildFolder.current
        let library = build.folder + "/" + name
        if FileManager.default.isReadableFile(atPath: library) { return library }
        try build.build(product: "InterleavePreload")
        guard FileManager.default.isReadableFile(atPath: library) else {
            throw CommandFailure(
                .usage, "The recorder's library is not at \(library).", cure: "Build it: swift build --product InterleavePreload")
        }
        return library
    }
}

/// The folder of the package's build that this executable stands in; its siblings are the labs and the preloadable library.
struct BuildFolder {
    var folder: String

    static var current: BuildFolder {
        let path = (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? CommandLine.arguments[0]
        return BuildFolder(folder: (path as NSString).deletingLastPathComponent)
    }

    /// The package whose build this is: the nearest folder above that holds a Package.swift.
    var package: String? {
        var folder = folder
        while folder.count > 1 {
            folder = (folder as NSString).deletingLastPathComponent
            if FileManager.default.fileExists(atPath: folder + "/Package.swift") { return folder }
        }
        return nil
    }

    /// Builds a product of the package in the same configuration, saying so on standard error.
    func build(product: String) throws {
        let release = folder.hasSuffix("/release")
        let command = "swift build\(release ? " -c release" : "") --product \(product)"
        guard let package else {
            throw CommandFailure(.usage, "\(product) is not built, and its package is not known here.", cure: "In the package: \(command)")
        }
        printError("interleave: \(product) is not built yet: \(command)")
        var options = ChildProcess.Options()
        options.searchesPath = true
        options.standardOutput = .descriptor(2)
        let arguments = ["build", "--package-path", package, "--product", product] + (release ? ["-c", "release"] : [])
        do {
            var child = try ChildProcess.spawn("swift", arguments: arguments, options: options)
            guard child.wait() == .exited(code: 0) else {
                throw CommandFailure(.usage, "\(product) could not be built; the compiler's words are above.", cure: "In the package: \(command)")
            }
        } catch let error as ChildProcessError {
            throw CommandFailure(.usage, error.message, cure: "In the package: \(command)")
        }
    }
}
