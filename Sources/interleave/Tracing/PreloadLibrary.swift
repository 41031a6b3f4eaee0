import Words
import Glibc
import System

/// The recorder as a library for preloading. It is in this executable's folder.
struct PreloadLibrary {
    static let name = "libInterleavePreload.so"

    /// A path without the characters that separate one preloaded library from the next.
    let path: String
    /// The folder of a link that was created to get such a path.
    private let linkFolder: String?

    init() throws {
        let found = try BuildFolder.current.locate(
            Self.name, product: "InterleavePreload", sources: ["Sources/CInterposition", "Sources/CProcess"])
        guard found.contains(where: { $0 == " " || $0 == ":" }) else {
            path = found
            linkFolder = nil
            return
        }
        // (/tmp can be where nothing can be written, and TMPDIR can have a space, too.)
        let folders = [TemporaryFolder.parent, "/tmp"].filter { !$0.contains { $0 == " " || $0 == ":" } }
        guard let folder = folders.lazy.compactMap(Self.makeFolder).first else {
            throw ExplainedError(
                .usage,
                "\(found) cannot be preloaded: its path contains a space or a colon, and no link to it could be created in TMPDIR or in /tmp.",
                cure: "Move Interleave to a path without spaces and colons, or set TMPDIR to such a folder that you can write to.")
        }
        path = "\(folder)/\(Self.name)"
        linkFolder = folder
        symlink(found, path)
    }

    /// A new folder in another one; nil if that cannot be written.
    private static func makeFolder(in parent: String) -> String? {
        var template = Array("\(parent)/interleave-XXXXXX".utf8CString)
        guard mkdtemp(&template) != nil else { return nil }
        return String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    /// Removes the link, if there is one; the programs that loaded it keep the library.
    func remove() {
        guard let linkFolder else { return }
        unlink(path)
        rmdir(linkFolder)
    }
}
