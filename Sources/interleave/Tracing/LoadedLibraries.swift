import Glibc
import System

/// The libraries that the system loads together with a program.
enum LoadedLibraries {
    /// A library that was built with ThreadSanitizer; nil: there is none.
    ///
    /// The dynamic linker lists what it would load. (The libraries of the system and of Swift are not looked into.)
    /// - Parameters:
    ///   - needed: the libraries that the program itself names.
    ///   - linker: the dynamic linker that it names.
    static func withThreadSanitizer(of program: String, needed: [String], linker: String) -> String? {
        guard needed.contains(where: { !isKnown($0) }), let folder = TemporaryFolder() else { return nil }
        let list = "\(folder.path)/list"
        var options = ChildProcess.Options()
        options.standardInput = .nothing
        options.standardOutput = .file(list)
        options.standardError = .nothing
        let named = program.contains("/") ? program : "./\(program)"
        guard var child = try? ChildProcess.spawn(linker, arguments: ["--list", named], options: options) else { return nil }
        guard child.wait(killingAfter: .seconds(10)).ending == .exited(code: 0) else { return nil }
        for line in LinesOfFile.read(list) {
            // "	libAlbum.so => /home/mia/lib/libAlbum.so (0x00007f…)", or just the path
            var text = line
            if let arrow = text.firstRange(of: " => ") { text = text[arrow.upperBound...] }
            guard let end = text.lastIndex(of: "(") else { continue }
            let path = String(text[..<end].drop { $0.isWhitespace }.dropLast())
            guard path.hasPrefix("/"), !isKnown(path.split(separator: "/").last.map(String.init) ?? path) else { continue }
            if mentionsThreadSanitizer(path) { return path }
        }
        return nil
    }

    private static func isKnown(_ name: String) -> Bool {
        let known = [
            "libswift", "libdispatch.", "libFoundation", "lib_Foundation", "lib_Internals", "libBlocksRuntime.", "libc.so", "libm.so",
            "libstdc++.", "libgcc_s.", "libpthread.", "libdl.", "librt.", "ld-linux", "libXCTest.", "libTesting.",
        ]
        return known.contains { name.hasPrefix($0) }
    }

    /// Whether a library has the symbol that code built with ThreadSanitizer calls when it is loaded.
    private static func mentionsThreadSanitizer(_ path: String) -> Bool {
        let file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard file >= 0 else { return false }
        defer { close(file) }
        let size = Int(lseek(file, 0, SEEK_END))
        guard size > 0, let bytes = mmap(nil, size, PROT_READ, MAP_PRIVATE, file, 0), bytes != MAP_FAILED else { return false }
        defer { munmap(bytes, size) }
        let name = [0] + Array("__tsan_init".utf8) + [0]
        return findBytes(bytes, size, name, name.count) != nil
    }
}

// A GNU call, which the Glibc module leaves out.
@_silgen_name("memmem")
private func findBytes(_ bytes: UnsafeRawPointer?, _ count: Int, _ word: UnsafeRawPointer, _ length: Int) -> UnsafeRawPointer?
